// Chapter 05 · reduce_cooperative
//
// A sum in one cooperative launch: all blocks are resident at the same time, so the grid can have a
// barrier, and after it one block adds up what all have left.
//
//   reduce_cooperative [--size N]      N floats; N is 2^18+1 on the CPU backend, 2^29 on a GPU
#include <cooperative_groups.h>

#include <numeric>

#include "tutorial.cuh"

namespace cg = cooperative_groups;

constexpr int kBlock = 512, kLoads = 4;
constexpr int kTile = kBlock * kLoads;  // float4

// A thread has kLoads float4 of a tile in flight.
__device__ float sum_of_thread(const float* in, int n) {
  const auto* in4 = reinterpret_cast<const float4*>(in);
  const int n4 = n / 4, stride = gridDim.x * kTile;
  const int rest = 4 * n4 + blockIdx.x * kBlock + threadIdx.x;  // up to 3 floats fill no float4
  float sum = rest < n && rest < 4 * n4 + 4 ? in[rest] : 0;
  int i = blockIdx.x * kTile + threadIdx.x;
  float4 v[kLoads];
  for (; i + (kLoads - 1) * kBlock < n4; i += stride) {
#pragma unroll
    for (int k = 0; k < kLoads; ++k) v[k] = in4[i + k * kBlock];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) sum += (v[k].x + v[k].y) + (v[k].z + v[k].w);
  }
#pragma unroll
  for (int k = 0; k < kLoads; ++k) {  // the last tile may be cut off
    v[k] = i + k * kBlock < n4 ? in4[i + k * kBlock] : make_float4(0, 0, 0, 0);
  }
#pragma unroll
  for (int k = 0; k < kLoads; ++k) sum += (v[k].x + v[k].y) + (v[k].z + v[k].w);
  return sum;
}

// The sum of the warp's 32 values, in lane 0: __shfl_down_sync reads a register of another lane
// (chapter 06).
__device__ float sum_of_warp(float sum) {
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(~0u, sum, offset);
  return sum;
}

// The sum of the block's values, in thread 0. A barrier has to lie between two calls.
__device__ float sum_of_block(float sum) {
  __shared__ float sums[kBlock / 32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  sum = sum_of_warp(sum);
  if (lane == 0) sums[warp] = sum;
  __syncthreads();
  if (warp == 0) sum = sum_of_warp(lane < kBlock / 32 ? sums[lane] : 0);
  return sum;
}

// The sum of one value per block, in thread 0.
__device__ float sum_of_sums(const float* sums) {
  float sum = 0;
  for (int b = threadIdx.x; b < static_cast<int>(gridDim.x); b += kBlock) sum += sums[b];
  return sum_of_block(sum);
}

// One cooperative launch: all blocks are resident at once, so they can wait for each other. They
// wait here although only one of them has work left.
__global__ void __launch_bounds__(kBlock)
    sum_cooperative(const float* in, float* sums, float* out, int n) {
  const float sum = sum_of_block(sum_of_thread(in, n));
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
  cg::this_grid().sync();
  if (blockIdx.x != 0) return;
  const float total = sum_of_sums(sums);
  if (threadIdx.x == 0) *out = total;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Reduce an array to one sum, in a cooperative launch.");
  int n = options.size({.cpu = (1 << 18) + 1, .gpu = 1 << 29, .bytes_per_element = 8});
  // Small whole numbers: all sums are exact, so the order of the additions does not matter here.
  const std::vector<int> numbers = random_ints(n, -8, 8);
  const std::vector<float> input(numbers.begin(), numbers.end());
  const float expected = std::accumulate(input.begin(), input.end(), 0.0f);

  // As many blocks as are resident at once: more of them, and the launch fails.
  int resident = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, sum_cooperative, kBlock, 0));
  resident *= device_attribute(cudaDevAttrMultiProcessorCount);
  const int grid = std::min(n / 4 / kTile + 1, resident);

  float *in = nullptr, *sums = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&sums, grid * sizeof(float)));
  CHECK(cudaMalloc(&out, sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  Experiment experiment("Sum of " + std::to_string(n) + " floats", out, 1, 4.0 * n);
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kLoadRequests,
                   Column::kSectorsPerLoad});
  void* arguments[] = {&in, &sums, &out, &n};
  experiment.run(
      "cooperative launch",
      [&] { CHECK(cudaLaunchCooperativeKernel(sum_cooperative, grid, kBlock, arguments)); },
      [&](int) { return expected; });

  for (float* memory : {in, sums, out}) CHECK(cudaFree(memory));
  return experiment.report();
}
