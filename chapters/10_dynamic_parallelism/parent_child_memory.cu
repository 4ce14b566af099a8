// Chapter 10 · parent_child_memory
//
// What a child grid sees of its parent's memory, and the parent of its child's. Global memory: what the
// launching thread has written before the launch, and what its block has written before a barrier in front of
// it. Never: shared memory and local variables. The parent itself never sees what its child has written;
// a kernel in the tail stream does.
//
//   parent_child_memory [--size N] [--broken K]     blocks of up to 256 numbers, default 1000 in all
//                     1: no barrier before the launch     2: the parent writes after the launch
//                     3: the parent reads the child's results     4: the child gets shared memory
//                     5: the child gets a local variable
#include "tutorial.cuh"

constexpr int kBlock = 256;
enum Mistake { kNoBarrier = 1, kWriteAfterLaunch, kReadResult, kGiveShared, kGiveLocal };

// The child: one block, which doubles n numbers.
__global__ void double_each(const int* in, int* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}

// In the tail stream: the parent and all its children are complete.
__global__ void add_one(const int* doubled, int* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = doubled[i] + 1;
}

// Each block squares its part, and has it doubled by a child of its own.
__global__ void parent(const int* in, int* squares, int* doubled, int* out, int n) {
  const int first = blockIdx.x * kBlock, i = first + threadIdx.x;
  if (i < n) squares[i] = in[i] * in[i];
  __syncthreads();  // all of the block's squares, not only thread 0's
  if (threadIdx.x > 0) return;
  double_each<<<1, kBlock>>>(squares + first, doubled + first, min(n - first, kBlock));
  if (blockIdx.x == 0) {
    add_one<<<gridDim.x, kBlock, 0, cudaStreamTailLaunch>>>(doubled, out, n);
  }
}

// WRONG, each in its own way.
template <Mistake kMistake>
__global__ void parent_wrong(const int* in, int* squares, int* doubled, int* out, int n) {
  __shared__ int shared[kBlock];
  const int first = blockIdx.x * kBlock, i = first + threadIdx.x;
  if (i < n) squares[i] = in[i] * in[i];
  shared[threadIdx.x] = 0;
  if (kMistake != kNoBarrier) __syncthreads();
  if (threadIdx.x == 0) {
    int local = 0;
    int* volatile private_memory = &local;  // so that nvcc does not see it: it would warn
    const int* from = squares + first;
    if (kMistake == kGiveShared) from = shared;
    if (kMistake == kGiveLocal) from = private_memory;
    double_each<<<1, kBlock>>>(from, doubled + first, min(n - first, kBlock));
    if (kMistake != kReadResult && blockIdx.x == 0) {
      add_one<<<gridDim.x, kBlock, 0, cudaStreamTailLaunch>>>(doubled, out, n);
    }
  }
  if (kMistake == kWriteAfterLaunch && i < n) squares[i] = 0;
  if (kMistake == kReadResult && i < n) out[i] = doubled[i] + 1;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "What parents and children see of each other's memory.",
                        {{.name = "broken", .max = 5, .help = "one of five mistakes"}});
  const int n = options.size({.cpu = 1000, .gpu = 1000, .bytes_per_element = 4 * sizeof(int)});
  const std::vector<int> input = random_ints(n);
  int *in = nullptr, *squares = nullptr, *doubled = nullptr, *out = nullptr;
  for (int** array : {&in, &squares, &doubled, &out}) CHECK(cudaMalloc(array, n * sizeof(int)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  for (int* array : {squares, doubled, out}) poison(array, n);

  constexpr decltype(&parent) kParents[] = {parent,
                                            parent_wrong<kNoBarrier>,
                                            parent_wrong<kWriteAfterLaunch>,
                                            parent_wrong<kReadResult>,
                                            parent_wrong<kGiveShared>,
                                            parent_wrong<kGiveLocal>};
  kParents[options["broken"]]<<<(n - 1) / kBlock + 1, kBlock>>>(in, squares, doubled, out, n);
  CHECK_LAST();
  CHECK(cudaDeviceSynchronize());  // waits for the parent, its children and the tail launch
  const std::string wrong =
      first_difference_on_device(out, n, [&](long long i) { return 2 * input[i] * input[i] + 1; });
  std::puts(wrong.empty() ? "every number was squared, doubled and increased" : wrong.c_str());

  for (int* array : {in, squares, doubled, out}) CHECK(cudaFree(array));
  return verdict(wrong.empty());
}
