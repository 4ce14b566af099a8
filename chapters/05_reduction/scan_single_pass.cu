// Chapter 05 · scan_single_pass
//
// A scan of a long array in one launch that reads it once, by decoupled look-back, beside CUB's.
//
//   scan_single_pass [--size N]      N floats, default 2^17+5 on the CPU backend, 2^28 on a GPU
#include <numeric>

#include "look_back.cuh"
#include "tutorial.cuh"
#include "tutorial/cub.cuh"

constexpr int kBlock = 256;                   // threads
constexpr int kVectors = 12;                  // float4 per thread, all in flight at once
constexpr int kTile = kBlock * 4 * kVectors;  // floats

// Four floats where an array ends: only `left` of them are in it. The others are 0, and are not written.
__device__ float4 load_4(const float* in, int left) {
  if (left >= 4) return __ldcs(reinterpret_cast<const float4*>(in));
  const auto at = [&](int k) { return k < left ? in[k] : 0.0f; };
  return make_float4(at(0), at(1), at(2), 0);
}

__device__ void store_4(float* out, int left, float4 v) {
  if (left >= 4) return __stcs(reinterpret_cast<float4*>(out), v);
  if (left > 0) out[0] = v.x;
  if (left > 1) out[1] = v.y;
  if (left > 2) out[2] = v.z;
}

// Blocks start in any order. A block draws the number of its tile, so all lower tiles belong to
// blocks that have started; it waits only for those. (4 blocks per multiprocessor: 64 registers, chapter 01.)
__global__ void __launch_bounds__(kBlock, 4)
    scan_look_back(const float* in, float* out, int n, Word* words, Word* tickets) {
  __shared__ int drawn;
  __shared__ float sums[kBlock / 32], sum_before;
  if (threadIdx.x == 0) drawn = atomicAdd(tickets, Word{1});
  __syncthreads();
  const int tile = drawn, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  // Lane l takes float4 l, 32 + l, … of its warp's run, which are used once (__ldcs, __stcs).
  const std::size_t first = std::size_t{1} * kTile * tile + 4 * (warp * (32 * kVectors) + lane);
  const int left = static_cast<int>(n - static_cast<long long>(first));
  in += first, out += first;
  const bool is_whole = n - kTile * tile >= kTile;  // else the array ends in this tile
  float4 v[kVectors];
  if (is_whole) {
#pragma unroll
    for (int k = 0; k < kVectors; ++k) v[k] = __ldcs(reinterpret_cast<const float4*>(in) + 32 * k);
  } else {
#pragma unroll
    for (int k = 0; k < kVectors; ++k) v[k] = load_4(in + 128 * k, left - 128 * k);
  }
  float sum = 0, before = 0, sum_of_tile = 0;
#pragma unroll
  for (int k = 0; k < kVectors; ++k) sum += (v[k].x + v[k].y) + (v[k].z + v[k].w);
  sum = sum_of_warp(sum);
  if (lane == 0) sums[warp] = sum;
  __syncthreads();
#pragma unroll
  for (int w = 0; w < kBlock / 32; ++w) {
    if (w < warp) before += sums[w];
    sum_of_tile += sums[w];
  }
  if (warp == 0) {
    if (lane == 0 && tile > 0) publish(words[tile], kSumOfTile, sum_of_tile);
    sum = look_back(words, tile);
    if (lane == 0) publish(words[tile], kSumUpToHere, sum + sum_of_tile);
    if (lane == 0) sum_before = sum;
  }
  __syncthreads();
  before += sum_before;
#pragma unroll
  for (int k = 0; k < kVectors; ++k) {
    const float xy = v[k].x + v[k].y, xyz = xy + v[k].z, own = xyz + v[k].w;
    sum = own;
#pragma unroll
    for (int offset = 1; offset < 32; offset *= 2) {
      const float lower = __shfl_up_sync(~0u, sum, offset);
      if (lane >= offset) sum += lower;
    }
    const float below = __shfl_up_sync(~0u, sum, 1), b = before + (lane == 0 ? 0 : below);
    const float4 result = make_float4(b + v[k].x, b + xy, b + xyz, b + own);
    if (is_whole) {
      __stcs(reinterpret_cast<float4*>(out) + 32 * k, result);
    } else {
      store_4(out + 128 * k, left - 128 * k, result);
    }
    before += __shfl_sync(~0u, sum, 31);
  }
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Scan an array with one launch that reads it once.");
  const int n = options.size({.cpu = (1 << 17) + 5, .gpu = 1 << 28, .bytes_per_element = 12});
  const int tiles = (n - 1) / kTile + 1;
  const std::size_t bytes = n * sizeof(float);

  const std::vector<int> numbers = random_ints(n, -8, 8);  // all sums are exact
  const std::vector<float> input(numbers.begin(), numbers.end());
  std::vector<float> expected(n);
  std::partial_sum(input.begin(), input.end(), expected.begin());

  float *in = nullptr, *out = nullptr;
  Word* words = nullptr;  // one per tile, and the tickets
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMalloc(&words, (tiles + 1) * sizeof(Word)));
  CHECK(cudaMemcpy(in, input.data(), bytes, cudaMemcpyHostToDevice));

  Experiment experiment("Scan", out, n, 8.0 * n);
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kOfPeer});
  const char* library = "CUB DeviceScan::InclusiveSum";
  experiment.compare_with(library, "× CUB");
  experiment.show_count("read", "%.0f %% of the array", [=](const Counters& c) {
    return 100 * 32 * c.global_load_sectors / bytes;
  });
  const auto launch = [&] {
    CHECK(cudaMemsetAsync(words, 0, (tiles + 1) * sizeof(Word)));
    scan_look_back<<<tiles, kBlock>>>(in, out, n, words, words + tiles);
  };
  experiment.run("decoupled look-back", launch, expected);
#ifdef TUTORIAL_RUNS_CUB
  void* scratch = nullptr;
  std::size_t size = 0;
  const auto scan = [&] { CHECK(cub::DeviceScan::InclusiveSum(scratch, size, in, out, n)); };
  scan();  // without memory it only says how many bytes it needs
  CHECK(cudaMalloc(&scratch, size));
  experiment.run(library, scan, expected);
  CHECK(cudaFree(scratch));
#else
  experiment.skip_library(library);
#endif

  for (float* memory : {in, out}) CHECK(cudaFree(memory));
  CHECK(cudaFree(words));
  return experiment.report();
}
