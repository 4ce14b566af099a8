// Chapter 06 · reduce_shuffle
//
// The sum of a long array: shuffles add up a warp, a word of shared memory per warp a block, and
// the block that finishes last the grid. On a GPU, CUB's DeviceReduce runs beside it.
//
//   reduce_shuffle [--size N]      N floats, and N/32; default 2^18+1 on the CPU backend, 2^29 on a
//                                  GPU
#include <climits>
#include <numeric>

#include "tutorial.cuh"
#include "tutorial/cub.cuh"

constexpr int kBlock = 512;
constexpr int kLoads = 4;  // float4 per thread, all in flight at once

// The warp's tree, in registers: after the round with this offset, lane 0's sum has taken in twice
// as many lanes. What the upper lanes add is not used. The result is lane 0's.
__device__ float sum_of_warp(float sum) {
#pragma unroll
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(~0u, sum, offset);
  return sum;
}

// A sum per warp, then one warp adds up the 16 sums: a word of shared memory per warp, one barrier.
// The result is thread 0's. A second call would need a barrier in between: `sums` is used again.
__device__ float sum_of_block(float sum) {
  __shared__ float sums[kBlock / 32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  sum = sum_of_warp(sum);
  if (lane == 0) sums[warp] = sum;
  __syncthreads();
  if (warp == 0) sum = sum_of_warp(lane < kBlock / 32 ? sums[lane] : 0);
  return sum;
}

// The whole array, as in chapter 05's reduce_single_pass: kLoads float4 in flight per thread. What
// lies behind the first `kept` of them is read as used once, and does not drive those out of L2.
__device__ float sum_of_thread(const float* in, int n, int kept) {
  const auto* in4 = reinterpret_cast<const float4*>(in);
  const int n4 = n / 4, step = kBlock * kLoads, rest = 4 * n4 + blockIdx.x * kBlock + threadIdx.x;
  float sum = rest < n ? in[rest] : 0;  // up to 3 floats fill no float4
  for (int i = blockIdx.x * step + threadIdx.x; i < n4; i += gridDim.x * step) {
    float4 v[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) {
      const int j = i + k * kBlock;
      v[k] = j >= n4 ? make_float4(0, 0, 0, 0) : j < kept ? in4[j] : __ldcs(&in4[j]);
    }
#pragma unroll
    for (int k = 0; k < kLoads; ++k) sum += (v[k].x + v[k].y) + (v[k].z + v[k].w);
  }
  return sum;
}

__device__ unsigned blocks_done;  // 0 between launches, which must not run side by side

// The block that finishes last adds up all blocks' sums, again with shuffles. A fence lies between
// a block's sum and its ticket, and between the last ticket and the others' sums (chapter 05).
__global__ void __launch_bounds__(kBlock)
    whole_array(const float* in, float* sums, float* out, int n, int kept) {
  __shared__ bool is_last;
  float sum = sum_of_block(sum_of_thread(in, n, kept));
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = sum;
    __threadfence();
    is_last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (!is_last) return;
  sum = 0;
  for (int b = threadIdx.x; b < static_cast<int>(gridDim.x); b += kBlock) sum += sums[b];
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) *out = sum;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Reduce an array to one sum, with shuffles.");
  const int all = options.size({.cpu = (1 << 18) + 1, .gpu = 1 << 29, .bytes_per_element = 4});

  // Small whole numbers: all sums are exact, so the order of the additions does not matter here.
  const std::vector<int> numbers = random_ints(all, -8, 8);
  const std::vector<float> input(numbers.begin(), numbers.end());
  float *in = nullptr, *sums = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, all * sizeof(float)));
  CHECK(cudaMalloc(&sums, (all / 1024 + 1) * sizeof(float)));  // one per block
  CHECK(cudaMalloc(&out, sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), all * sizeof(float), cudaMemcpyHostToDevice));

  bool ok = true;
  for (int n : {all, (all + 31) / 32}) {
    const int tiles = n / 4 / (kBlock * kLoads) + 1;
    const int resident = 4 * device_attribute(cudaDevAttrMultiProcessorCount);
    const int grid =
        std::min(tiles, resident);  // each block walks over the array: few sums at the end
    Experiment experiment("Sum of " + std::to_string(n) + " floats", 4.0 * n);
    experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kOfPeer});
    experiment.show_count("shared requests per block", "%.0f", [=](const Counters& c) {
      return (c.shared_load_requests + c.shared_store_requests) / grid;
    });
    const char* library = "CUB DeviceReduce::Sum";
    experiment.compare_with(library, "× CUB");
    const float expected = std::accumulate(input.begin(), input.begin() + n, 0.0f);
    const auto run = [&](const char* name, const auto& launch) {
      poison(out, 1);
      experiment.run(name, launch, [&] {
        return first_difference_on_device(out, 1, [&](int) { return expected; });
      });
    };
#ifdef TUTORIAL_RUNS_CUB
    void* scratch = nullptr;
    std::size_t size = 0;
    const auto reduce = [&] { CHECK(cub::DeviceReduce::Sum(scratch, size, in, out, n)); };
    reduce();  // without memory it only says how many bytes it needs
    CHECK(cudaMalloc(&scratch, size));
    run(library, reduce);
    CHECK(cudaFree(scratch));
#else
    experiment.skip_library(library);
#endif
    run("shuffles", [&] { whole_array<<<grid, kBlock>>>(in, sums, out, n, INT_MAX); });
    // An array that is a little larger than L2, read again and again: if two thirds of L2 are kept
    // for its beginning, they stay there from one run to the next (chapter 05).
    const int kept = device_attribute(cudaDevAttrL2CacheSize) / 3 * 2 / sizeof(float4);
    run("shuffles, 2/3 of L2 kept", [&] { whole_array<<<grid, kBlock>>>(in, sums, out, n, kept); });
    ok &= experiment.finish();
  }

  CHECK(cudaFree(in));
  CHECK(cudaFree(sums));
  CHECK(cudaFree(out));
  return verdict(ok);
}
