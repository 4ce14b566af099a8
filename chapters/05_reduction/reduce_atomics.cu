// Chapter 05 · reduce_atomics
//
// The whole sum in one launch: all threads add to one number in global memory, atomically. The
// cost depends on how many additions are made: one per element, per warp, or per block.
//
//   reduce_atomics [--size N]      N numbers, default 2^16 on the CPU backend, 2^26 on a GPU
#include <numeric>

#include "tutorial.cuh"

constexpr int kBlock = 512;

// Every thread adds its element. The 32 lanes of a warp want the same address, and L2 performs the
// additions to one address one at a time.
__global__ void add_per_element(const float* in, float* total, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(total, in[i]);
}

// The same with integers. Their order does not matter, so nvcc may add up the warp and let one lane
// make the addition. Where it can see that all lanes want one address, it does.
__global__ void add_per_element_int(const float* in, int* total, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(total, static_cast<int>(in[i]));
}

// The sum of a warp, in lane 0. __shfl_down_sync(mask, x, d) reads x from the register of the lane
// that is d higher, without shared memory or a barrier: chapter 06.
__device__ float sum_of_warp(float sum) {
  for (int distance = 16; distance > 0; distance /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, distance);
  }
  return sum;
}

// The sum of a block, in thread 0: its warps leave their sums in shared memory for the first warp.
__device__ float sum_of_block(float sum) {
  __shared__ float sums[32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
  sum = sum_of_warp(sum);
  if (lane == 0) sums[warp] = sum;
  __syncthreads();
  return warp == 0 ? sum_of_warp(lane < warps ? sums[lane] : 0) : 0;
}

// One atomic operation for 32 elements.
__global__ void add_per_warp(const float* in, float* total, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float sum = sum_of_warp(i < n ? in[i] : 0);
  if (threadIdx.x % 32 == 0) atomicAdd(total, sum);
}

// One for 512.
__global__ void add_per_block(const float* in, float* total, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float sum = sum_of_block(i < n ? in[i] : 0);
  if (threadIdx.x == 0) atomicAdd(total, sum);
}

// One per block of a grid that just fills the device, however large n is.
__global__ void add_per_resident_block(const float* in, float* total, int n) {
  float sum = 0;
  for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    sum += in[i];
  }
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) atomicAdd(total, sum);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "One sum, by atomic operations on one number.");
  const int n = options.size({.cpu = 1 << 16, .gpu = 1 << 26, .bytes_per_element = sizeof(float)});
  // Whole numbers on both sides of 0. No partial sum comes near 2^24, below which a float holds
  // every whole number: nothing is rounded, in any order. sum_order has fractions.
  const std::vector<int> whole = random_ints(n, -8, 8);
  const std::vector<float> input(whole.begin(), whole.end());
  const int expected = std::accumulate(whole.begin(), whole.end(), 0);

  float *in = nullptr, *total = nullptr;
  int* int_total = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&total, sizeof(float)));
  CHECK(cudaMalloc(&int_total, sizeof(int)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  Experiment experiment("The sum of " + std::to_string(n) + " floats", 1.0 * n * sizeof(float));
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
  double additions = 0;  // of the variant that runs
  experiment.show_count("additions to the total", "%.0f",
                        [&](const Counters&) { return additions; });
  experiment.show_count("requests", "%.0f",
                        [](const Counters& c) { return c.global_atomic_requests; });
  experiment.show_count("sectors", "%.0f",
                        [](const Counters& c) { return c.global_atomic_sectors; });
  experiment.before_each([&] {
    CHECK(cudaMemsetAsync(total, 0, sizeof *total));
    CHECK(cudaMemsetAsync(int_total, 0, sizeof *int_total));
  });
  const auto run = [&](const char* who, double how_many, auto* sum, const auto& launch) {
    additions = how_many;
    experiment.run(who, launch, [&] {
      return first_difference_on_device(sum, 1, [&](int) { return expected; });
    });
  };
  const int blocks = n / kBlock + (n % kBlock > 0), warps = blocks * (kBlock / 32);
  const int resident = 4 * device_attribute(cudaDevAttrMultiProcessorCount);  // 2048 threads each

  run("each thread", n, total, [&] { add_per_element<<<blocks, kBlock>>>(in, total, n); });
  run("each thread, int", n, int_total,
      [&] { add_per_element_int<<<blocks, kBlock>>>(in, int_total, n); });
  run("each warp", warps, total, [&] { add_per_warp<<<blocks, kBlock>>>(in, total, n); });
  run("each block", blocks, total, [&] { add_per_block<<<blocks, kBlock>>>(in, total, n); });
  run("each resident block", resident, total,
      [&] { add_per_resident_block<<<resident, kBlock>>>(in, total, n); });

  CHECK(cudaFree(in));
  CHECK(cudaFree(total));
  CHECK(cudaFree(int_total));
  return experiment.report();
}
