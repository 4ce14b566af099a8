// Chapter 05 · atomic_scopes
//
// atomicAdd, spelled out with libcu++'s cuda::atomic_ref: the scope says for which threads it is
// atomic, and the order what it says about other memory.
//
//   atomic_scopes [--size N]      N ints, default 2^16 on the CPU backend, 2^26 on a GPU
#include <cuda/atomic>
#include <numeric>

#include "tutorial.cuh"

constexpr int kBlock = 512;

// The sum of a warp, in lane 0: __shfl_down_sync reads a register of another lane (chapter 06).
__device__ float sum_of_warp(float sum) {
  for (int distance = 16; distance > 0; distance /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, distance);
  }
  return sum;
}

// Relaxed: the operation is atomic and orders no other memory. That is what atomicAdd does, in
// device scope.
template <cuda::thread_scope SCOPE>
__global__ void add_per_warp_relaxed(const float* in, int* total, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int sum = static_cast<int>(sum_of_warp(i < n ? in[i] : 0));
  const cuda::atomic_ref<int, SCOPE> number(*total);
  if (threadIdx.x % 32 == 0) number.fetch_add(sum, cuda::std::memory_order_relaxed);
}

// Without an argument the order is the strongest one, sequentially consistent.
__global__ void add_per_warp_ordered(const float* in, int* total, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int sum = static_cast<int>(sum_of_warp(i < n ? in[i] : 0));
  const cuda::atomic_ref<int, cuda::thread_scope_device> number(*total);
  if (threadIdx.x % 32 == 0) number.fetch_add(sum);
}

// Block scope is enough where only the block takes part: its warps add to a number in shared
// memory. What then goes to the total of all blocks needs device scope.
__global__ void add_in_two_scopes(const float* in, int* total, int n) {
  __shared__ int block_total;
  if (threadIdx.x == 0) block_total = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int sum = static_cast<int>(sum_of_warp(i < n ? in[i] : 0));
  const cuda::atomic_ref<int, cuda::thread_scope_block> of_block(block_total);
  if (threadIdx.x % 32 == 0) of_block.fetch_add(sum, cuda::std::memory_order_relaxed);
  __syncthreads();
  const cuda::atomic_ref<int, cuda::thread_scope_device> of_all(*total);
  if (threadIdx.x == 0) of_all.fetch_add(block_total, cuda::std::memory_order_relaxed);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "One sum, by atomic operations of several scopes and orders.");
  const int n = options.size({.cpu = 1 << 16, .gpu = 1 << 26, .bytes_per_element = sizeof(float)});
  const std::vector<int> whole = random_ints(n, -8, 8);
  const std::vector<float> input(whole.begin(), whole.end());
  const int expected = std::accumulate(whole.begin(), whole.end(), 0);

  float* in = nullptr;
  int* total = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&total, sizeof(int)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  Experiment experiment("The sum of " + std::to_string(n) + " floats", 1.0 * n * sizeof(float));
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
  experiment.longest_name("each block, its warps in block scope");
  experiment.show_count("requests", "%.0f",
                        [](const Counters& c) { return c.global_atomic_requests; });
  experiment.show_count("in shared memory", "%.0f",
                        [](const Counters& c) { return c.shared_atomic_requests; });
  experiment.before_each([&] { CHECK(cudaMemsetAsync(total, 0, sizeof *total)); });
  const int blocks = (n - 1) / kBlock + 1;
  const auto run = [&](const char* who, auto* kernel) {
    experiment.run(
        who, [&] { kernel<<<blocks, kBlock>>>(in, total, n); },
        [&] { return first_difference_on_device(total, 1, [&](int) { return expected; }); });
  };
  run("each warp, relaxed, device scope", add_per_warp_relaxed<cuda::thread_scope_device>);
  run("each warp, relaxed, system scope", add_per_warp_relaxed<cuda::thread_scope_system>);
  run("each warp, ordered, device scope", add_per_warp_ordered);
  run("each block, its warps in block scope", add_in_two_scopes);

  CHECK(cudaFree(in));
  CHECK(cudaFree(total));
  return experiment.report();
}
