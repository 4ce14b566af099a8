// Chapter 02 · variable_spaces
//
// The declaration of a variable decides in which of the GPU's memories it lives. The memory decides
// who sees the variable, how many copies of it there are and how long they exist.
//
//   variable_spaces            2 launches of 3 blocks of 64 threads
#include "tutorial.cuh"

constexpr int kBlocks = 3, kThreads = 64, kAll = kBlocks * kThreads;
enum Memory { kUnknown, kGlobal, kShared, kConstant, kLocal, kParameters };

// Outside of all functions: one variable each for the whole program, from its start to its end.
__device__ int global_sum;     // all threads read and write it
__managed__ int managed_sum;   // the same, and the host uses it by its name
__constant__ int constant[8];  // the host writes it, kernels read it

// An address does not show which memory it belongs to; the __is… functions do.
__device__ Memory memory_of(const void* address) {
  if (__isGlobal(address)) return kGlobal;
  if (__isShared(address)) return kShared;
  if (__isConstant(address)) return kConstant;
  return __isLocal(address) ? kLocal : kUnknown;
}

// One thread asks for all. A register has no address: a variable whose address is used is put into
// local memory, and so is an array with an index that is known only at run time.
__global__ void name_memories(Memory* memories, const __grid_constant__ int one) {
  __shared__ int fixed[32];
  extern __shared__ int dynamic[];
  int number = one;
  int array[4] = {};
  array[number] = 1;
  memories[0] = memory_of(&number);
  memories[1] = memory_of(array);
  memories[2] = memory_of(fixed);
  memories[3] = memory_of(dynamic);
  memories[4] = memory_of(&global_sum);
  memories[5] = memory_of(&managed_sum);
  memories[6] = memory_of(memories);
  memories[7] = memory_of(constant);
  memories[8] = __isGridConstant(&one) ? kParameters : kUnknown;
}

// Every thread adds 1 to a variable of each kind. Where threads share it, they use atomicAdd.
__global__ void add_one_to_each(int* elements, int* thread_sums, int* block_sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int thread_sum = 0;        // 192 of them
  __shared__ int block_sum;  // 3 of them
  if (threadIdx.x == 0) block_sum = 0;
  __syncthreads();
  thread_sum += 1;
  atomicAdd(&block_sum, 1);
  atomicAdd(&global_sum, 1);
  atomicAdd(&managed_sum, 1);
  elements[i] += 1;
  __syncthreads();
  thread_sums[i] = thread_sum;  // the variables end with the kernel, so they are copied
  if (threadIdx.x == 0) block_sums[blockIdx.x] = block_sum;
}

void print_memories(const std::vector<Memory>& found);
void print_sums(const std::vector<int> (&sums)[2]);

template <class T>
std::vector<T> from_device(const T* memory, int n) {
  std::vector<T> values(n);
  CHECK(cudaMemcpy(values.data(), memory, n * sizeof(T), cudaMemcpyDeviceToHost));
  return values;
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(argc, argv, "Ask variables for their memory.");
  require_device();

  Memory* memories = nullptr;
  CHECK(cudaMalloc(&memories, 9 * sizeof(Memory)));
  poison(memories, 9);
  name_memories<<<1, 1, 32 * sizeof(int)>>>(memories, 1);
  CHECK_LAST();
  const std::vector<Memory> found = from_device(memories, 9);
  CHECK(cudaFree(memories));
  bool ok = verify("memories", found,
                   std::vector{kLocal, kLocal, kShared, kShared, kGlobal, kGlobal, kGlobal,
                               kConstant, kParameters});
  print_memories(found);

  int *elements = nullptr, *thread_sums = nullptr, *block_sums = nullptr;
  CHECK(cudaMalloc(&elements, kAll * sizeof(int)));
  CHECK(cudaMalloc(&thread_sums, kAll * sizeof(int)));
  CHECK(cudaMalloc(&block_sums, kBlocks * sizeof(int)));
  CHECK(cudaMemset(elements, 0, kAll * sizeof(int)));
  managed_sum = 1000;  // the host, by name; no kernel may be running

  std::vector<int> sums[2];  // after each launch: a value of each kind
  for (int launch = 0; launch < 2; ++launch) {
    poison(thread_sums, kAll);
    poison(block_sums, kBlocks);
    add_one_to_each<<<kBlocks, kThreads>>>(elements, thread_sums, block_sums);
    CHECK_LAST();
    CHECK(cudaDeviceSynchronize());  // before the host looks at managed_sum
    int of_grid = 0;
    CHECK(cudaMemcpyFromSymbol(&of_grid, global_sum, sizeof of_grid));
    const auto thread_values = from_device(thread_sums, kAll), values = from_device(elements, kAll),
               block_values = from_device(block_sums, kBlocks);
    ok &= verify("thread_sum", thread_values, [](int) { return 1; });
    ok &= verify("block_sum", block_values, [](int) { return kThreads; });
    ok &= verify("elements", values, [&](int) { return launch + 1; });
    ok &= verify("sums", std::vector{of_grid, managed_sum - 1000},
                 [&](int) { return (launch + 1) * kAll; });
    sums[launch] = {thread_values[5], block_values[1], values[5], of_grid, managed_sum};
  }
  print_sums(sums);

  for (int* memory : {elements, thread_sums, block_sums}) CHECK(cudaFree(memory));
  return verdict(ok);
}

void print_memories(const std::vector<Memory>& found) {
  const char* const names[] = {"unknown", "global", "shared", "constant", "local", "parameters"};
  Table table({"declaration", "memory", "seen by", "exists"});
  auto add = [&, m = 0](const char* declaration, const char* seen_by, const char* exists) mutable {
    table.add({declaration, names[found[m++]], seen_by, exists});
  };
  table.add({"int number;", "register", "the thread", "while the thread runs"});
  add("int number;      and &number", "the thread", "while the thread runs");
  add("int array[4];    and array[i]", "the thread", "while the thread runs");
  add("__shared__ int fixed[32];", "the block", "while the block runs");
  add("extern __shared__ int dynamic[];", "the block", "while the block runs");
  add("__device__ int global_sum;", "all threads", "as long as the program");
  add("__managed__ int managed_sum;", "all threads, host", "as long as the program");
  add("cudaMalloc(&memories, …)", "all threads", "until cudaFree");
  add("__constant__ int constant[8];", "all threads, to read", "as long as the program");
  add("kernel parameter", "all threads, to read", "while the kernel runs");
  table.print();
}

void print_sums(const std::vector<int> (&sums)[2]) {
  Table table({"192 threads add 1 to", "copies", "after launch 1", "after launch 2"});
  auto add = [&, v = 0](const char* variable, int copies) mutable {
    table.add(
        {variable, std::to_string(copies), std::to_string(sums[0][v]), std::to_string(sums[1][v])});
    ++v;
  };
  add("thread_sum, in a register", kAll);
  add("block_sum, __shared__", kBlocks);
  add("elements[5], cudaMalloc", 1);
  add("global_sum, __device__", 1);
  add("managed_sum, begins at 1000", 1);
  table.print();
}
