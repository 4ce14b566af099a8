// Chapter 05 · reduce_single_pass
//
// In a plain launch blocks cannot wait for each other, so who adds up what the blocks have left? A
// second launch, or the block that finishes last. On a GPU, CUB's DeviceReduce::Sum runs, too.
//
//   reduce_single_pass [--size N] [--broken 1]      N floats and N/32 floats; N is 2^18+1 on the
//                                                   CPU backend, 2^29 on a GPU; 1: without a fence
#include <numeric>

#include "tutorial.cuh"
#include "tutorial/cub.cuh"

constexpr int kBlock = 512, kLoads = 4;  // as measured: enough bytes in flight, few blocks
constexpr int kTile = kBlock * kLoads;   // float4

// The blocks walk over the input in tiles. A thread has kLoads float4 of a tile in flight.
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

// The sum of a warp, in lane 0: __shfl_down_sync reads a register of another lane (chapter 06).
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

// Two launches: one sum per block, then the same kernel over those sums, with one block.
__global__ void __launch_bounds__(kBlock) sum_blocks(const float* in, float* sums, int n) {
  const float sum = sum_of_block(sum_of_thread(in, n));
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

// The sum of one value per block, in thread 0.
__device__ float sum_of_sums(const float* sums) {
  float sum = 0;
  for (int b = threadIdx.x; b < static_cast<int>(gridDim.x); b += kBlock) sum += sums[b];
  return sum_of_block(sum);
}

__device__ unsigned int blocks_done;  // 0 between launches

// One launch: every block draws a ticket when its sum is written. If it is the last ticket, then
// all sums are there. Without the fence another block might see the ticket before the sum.
// atomicInc begins at 0 again after its second argument, so the counter ends as it began.
template <bool kFence = true>
__global__ void __launch_bounds__(kBlock)
    sum_last_block(const float* in, float* sums, float* out, int n) {
  __shared__ bool is_last;
  const float sum = sum_of_block(sum_of_thread(in, n));
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = sum;
    if (kFence) __threadfence();  // first the sum, then the ticket
    is_last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
    if (kFence && is_last) __threadfence();  // first the ticket, then the others' sums
  }
  __syncthreads();
  if (!is_last) return;
  const float total = sum_of_sums(sums);
  if (threadIdx.x == 0) *out = total;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Reduce an array to one sum: with two launches, and with one.",
                        {{.name = "broken", .max = 1, .help = "1: without a fence"}});
  const int all = options.size({.cpu = (1 << 18) + 1, .gpu = 1 << 29, .bytes_per_element = 8});

  const std::vector<int> numbers = random_ints(all, -8, 8);  // all sums are exact
  const std::vector<float> input(numbers.begin(), numbers.end());
  float *in = nullptr, *sums = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, all * sizeof(float)));
  CHECK(cudaMalloc(&sums, (all / 1024 + 1) * sizeof(float)));  // one per block
  CHECK(cudaMalloc(&out, sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), all * sizeof(float), cudaMemcpyHostToDevice));

  int resident = 0;  // blocks
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, sum_last_block<>, kBlock, 0));
  resident *= device_attribute(cudaDevAttrMultiProcessorCount);

  bool ok = true;
  for (int n : {all, (all + 31) / 32}) {
    const int grid = std::min(n / 4 / kTile + 1, resident * (n > 1 << 26 ? 4 : 1));
    const float sum = std::accumulate(input.begin(), input.begin() + n, 0.0f);
    const auto expected = [sum](int) { return sum; };
    const char* library = "CUB DeviceReduce::Sum";
    Experiment experiment("Sum of " + std::to_string(n) + " floats", out, 1, 4.0 * n);
    experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kOfPeer,
                     Column::kLoadRequests, Column::kSectorsPerLoad});
    experiment.compare_with(library, "× CUB");
    const auto last_block = [&](auto* kernel) {
      return [=] { kernel<<<grid, kBlock>>>(in, sums, out, n); };
    };
    if (options["broken"] == 1) {
      experiment.run("last block, no fence", last_block(sum_last_block<false>), expected);
    }
    const auto two_launches = [&] {
      sum_blocks<<<grid, kBlock>>>(in, sums, n);
      sum_blocks<<<1, kBlock>>>(sums, out, grid);
    };
    experiment.run("two launches", two_launches, expected);
    experiment.run("last block finishes", last_block(sum_last_block<>), expected);
#ifdef TUTORIAL_RUNS_CUB
    void* scratch = nullptr;
    std::size_t size = 0;
    const auto by_cub = [&] { CHECK(cub::DeviceReduce::Sum(scratch, size, in, out, n)); };
    by_cub();  // without memory it only says how many bytes it needs
    CHECK(cudaMalloc(&scratch, size));
    experiment.run(library, by_cub, expected);
    CHECK(cudaFree(scratch));
#else
    experiment.skip_library(library);
#endif
    ok &= experiment.finish();
  }

  for (float* memory : {in, sums, out}) CHECK(cudaFree(memory));
  return verdict(ok);
}
