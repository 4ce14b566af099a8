// Chapter 05 · reduce_single_pass
//
// Blocks cannot wait for each other in a plain launch, so who adds up what the blocks have left?
// A second launch; or the block that happens to finish last; or, in a cooperative launch, any
// block, after a barrier of the whole grid. On a GPU, CUB's DeviceReduce::Sum runs beside them.
//
//   reduce_single_pass [--size N] [--broken 1]      N floats and N/32 floats; N is 2^18+1 on the
//                                                   CPU backend, 2^29 on a GPU; 1: without the fence
#include <cooperative_groups.h>

#if __has_include(<cub/cub.cuh>)
#include <cub/cub.cuh>
#endif

#include <climits>
#include <numeric>

#include "tutorial.cuh"

namespace cg = cooperative_groups;

// The blocks walk over the input in tiles. A thread reads kLoads float4 of a tile: kLoads × 16
// bytes that do not depend on each other, so all of them are on their way at once (chapter 03). What
// lies behind the first `kept` float4 is read as used once: it does not drive the rest out of L2.
template <int kBlock, int kLoads>
__device__ float sum_of_thread(const float* in, int n, int kept = INT_MAX) {
  constexpr int kTile = kBlock * kLoads;  // float4
  const auto* in4 = reinterpret_cast<const float4*>(in);
  const int n4 = n / 4, stride = gridDim.x * kTile;
  const int rest = 4 * n4 + blockIdx.x * kBlock + threadIdx.x;  // up to 3 floats fill no float4
  float sum = rest < n && rest < 4 * n4 + 4 ? in[rest] : 0;
  int i = blockIdx.x * kTile + threadIdx.x;
  float4 v[kLoads];
  for (; i + (kLoads - 1) * kBlock < n4; i += stride) {
#pragma unroll
    for (int k = 0; k < kLoads; ++k)
      v[k] = i < kept ? in4[i + k * kBlock] : __ldcs(&in4[i + k * kBlock]);
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

// Lanes hand over registers (chapter 06): the sum of the warp's 32 values, in lane 0.
__device__ float sum_of_warp(float sum) {
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(~0u, sum, offset);
  return sum;
}

// The sum of the block's values, in thread 0. A barrier has to lie between two calls.
template <int kBlock>
__device__ float sum_of_block(float sum) {
  __shared__ float sums[kBlock / 32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  sum = sum_of_warp(sum);
  if (lane == 0) sums[warp] = sum;
  __syncthreads();
  if (warp == 0) sum = sum_of_warp(lane < kBlock / 32 ? sums[lane] : 0);
  return sum;
}

// Two launches: one sum per block, then the same kernel over those sums, with one block. The second
// launch begins when the first has ended, which orders everything.
template <int kBlock, int kLoads>
__global__ void __launch_bounds__(kBlock) sum_blocks(const float* in, float* sums, int n) {
  const float sum = sum_of_block<kBlock>(sum_of_thread<kBlock, kLoads>(in, n));
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

// The sum of one value per block, in thread 0: what each of the ways ends with.
template <int kBlock>
__device__ float sum_of_sums(const float* sums) {
  float sum = 0;
  for (int b = threadIdx.x; b < static_cast<int>(gridDim.x); b += kBlock) sum += sums[b];
  return sum_of_block<kBlock>(sum);
}

__device__ unsigned int blocks_done;  // 0 between launches

// One launch: every block draws a ticket when its sum is written, and whoever draws the last one
// knows that all sums are there. Between the sum and the ticket stands a fence: without it another
// block might see the ticket and not yet the sum. atomicInc counts up to its second argument and
// begins at 0 again, so the last block leaves the counter as it was.
template <int kBlock, int kLoads, bool kFence = true>
__global__ void __launch_bounds__(kBlock)
    sum_last_block(const float* in, float* sums, float* out, int n, int kept) {
  __shared__ bool is_last;
  const float sum = sum_of_block<kBlock>(sum_of_thread<kBlock, kLoads>(in, n, kept));
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = sum;
    if (kFence) __threadfence();  // first the sum, then the ticket
    is_last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
    if (kFence && is_last) __threadfence();  // first the ticket, then the others' sums
  }
  __syncthreads();
  if (!is_last) return;
  const float total = sum_of_sums<kBlock>(sums);
  if (threadIdx.x == 0) *out = total;
}

// One cooperative launch: all blocks are resident at once, so they can wait for each other. They
// wait here although only one of them has work left.
template <int kBlock, int kLoads>
__global__ void __launch_bounds__(kBlock)
    sum_cooperative(const float* in, float* sums, float* out, int n) {
  const float sum = sum_of_block<kBlock>(sum_of_thread<kBlock, kLoads>(in, n));
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
  cg::this_grid().sync();
  if (blockIdx.x != 0) return;
  const float total = sum_of_sums<kBlock>(sums);
  if (threadIdx.x == 0) *out = total;
}

int main(int argc, char** argv) {
  const Options options(
      argc, argv, "Reduce an array to one sum: with two launches, and with one.",
      {{.name = "broken", .fallback = 0, .max = 1, .help = "1: without a fence"}});
  const bool broken = options["broken"] == 1;
  const int all = options.size({.cpu = (1 << 18) + 1, .gpu = 1 << 29, .bytes_per_element = 8});

  // Small whole numbers: all sums are exact, so the order of the additions does not matter here.
  const std::vector<int> numbers = random_ints(all, -8, 8);
  const std::vector<float> input(numbers.begin(), numbers.end());
  float *in = nullptr, *sums = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, all * sizeof(float)));
  CHECK(cudaMalloc(&sums, (all / 1024 + 1) * sizeof(float)));  // one per block
  CHECK(cudaMalloc(&out, sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), all * sizeof(float), cudaMemcpyHostToDevice));

  constexpr int kBlock = 512, kLoads = 4;  // as measured: enough bytes in flight, few blocks
  const auto with_grid_barrier = sum_cooperative<kBlock, kLoads>;
  int resident = 0;  // blocks
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, with_grid_barrier, kBlock, 0));
  resident *= device_attribute(cudaDevAttrMultiProcessorCount);

  bool ok = true;
  for (int n : {all, (all + 31) / 32}) {
    // Few blocks leave few sums; more blocks than are resident even out which of them are slow.
    const int tiles = n / 4 / (kBlock * kLoads) + 1, waves = n > 1 << 26 ? 4 : 1;
    const int grid = std::min(tiles, resident * waves);
    Experiment experiment("Sum of " + std::to_string(n) + " floats", 4.0 * n);
    experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kOfPeer,
                     Column::kLoadRequests, Column::kSectorsPerLoad});
    const float expected = std::accumulate(input.begin(), input.begin() + n, 0.0f);
    const char* library = "CUB DeviceReduce::Sum";
    experiment.compare_with(library, "× CUB");
    const auto run = [&](const char* name, const auto& launch) {
      poison(out, 1);
      experiment.run(name, launch, [&] {
        return first_difference_on_device(out, 1, [&](int) { return expected; });
      });
    };
    if (broken) {
      run("last block, no fence", [&] {
        sum_last_block<kBlock, kLoads, false><<<grid, kBlock>>>(in, sums, out, n, INT_MAX);
      });
    }
    run("two launches", [&] {
      sum_blocks<kBlock, kLoads><<<grid, kBlock>>>(in, sums, n);
      sum_blocks<kBlock, kLoads><<<1, kBlock>>>(sums, out, grid);
    });
    run("last block finishes",
        [&] { sum_last_block<kBlock, kLoads><<<grid, kBlock>>>(in, sums, out, n, INT_MAX); });
    // An array that is a little larger than L2, read again and again: each part of it is driven out
    // just before it would be needed. If two thirds of L2 are kept for its beginning, they stay.
    const int kept = device_attribute(cudaDevAttrL2CacheSize) / 3 * 2 / sizeof(float4);
    run("last block, 2/3 of L2 kept",
        [&] { sum_last_block<kBlock, kLoads><<<grid, kBlock>>>(in, sums, out, n, kept); });
    run("cooperative launch", [&] {
      void* arguments[] = {&in, &sums, &out, &n};
      CHECK(cudaLaunchCooperativeKernel(with_grid_barrier, std::min(tiles, resident), kBlock,
                                        arguments, 0, nullptr));
    });
#ifdef CUB_VERSION
    void* scratch = nullptr;
    std::size_t bytes = 0;
    CHECK(cub::DeviceReduce::Sum(scratch, bytes, in, out, n));  // only says how many bytes
    CHECK(cudaMalloc(&scratch, bytes));
    run(library, [&] { CHECK(cub::DeviceReduce::Sum(scratch, bytes, in, out, n)); });
    CHECK(cudaFree(scratch));
#else
    experiment.skip_library(library);
#endif
    ok &= experiment.finish();
  }

  CHECK(cudaFree(in));
  CHECK(cudaFree(sums));
  CHECK(cudaFree(out));
  return verdict(ok);
}
