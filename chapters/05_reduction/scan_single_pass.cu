// Chapter 05 · scan_single_pass
//
// A scan of a long array in one launch that reads it once, by decoupled look-back, beside CUB's.
//
//   scan_single_pass [--size N]      N floats, default 2^17+5 on the CPU backend, 2^28 on a GPU
#include <cuda/atomic>
#include <numeric>

#include "tutorial.cuh"
#include "tutorial/cub.cuh"

constexpr int kBlock = 256;                   // threads
constexpr int kVectors = 12;                  // float4 per thread, all in flight at once
constexpr int kTile = kBlock * 4 * kVectors;  // floats; memory is rounded up to whole tiles

// What a tile publishes. State and sum share a word, so both are seen at once without a fence.
using Word = unsigned long long;
enum State : unsigned { kNothing, kSumOfTile, kSumUpToHere };
using AtomicWord = cuda::atomic_ref<Word, cuda::thread_scope_device>;

__device__ void publish(Word& word, State state, float sum) {
  AtomicWord(word).store(Word{state} << 32 | __float_as_uint(sum), cuda::memory_order_relaxed);
}

// The sum of a warp's values, for all its lanes.
__device__ float sum_of_warp(float x) {
  for (int bits = 16; bits > 0; bits /= 2) x += __shfl_xor_sync(~0u, x, bits);
  return x;
}

// The sum of all tiles before this one. A warp looks at 32 predecessors at a time, nearest first,
// until one of them knows the sum up to its end; nearer ones must at least know their own.
__device__ float look_back(Word* words, int tile) {
  const int lane = threadIdx.x % 32;
  float sum = 0;
  for (int nearest = tile - 1;; nearest -= 32) {
    const int mine = nearest - lane;
    Word word = Word{kSumUpToHere} << 32;  // before the first tile: 0
    unsigned ends, missing;
    do {
      if (mine >= 0) word = AtomicWord(words[mine]).load(cuda::memory_order_relaxed);
      ends = __ballot_sync(~0u, word >> 32 == kSumUpToHere);  // one bit per lane, chapter 06
      missing = __ballot_sync(~0u, word >> 32 == kNothing);
    } while ((missing & ((ends & -ends) - 1)) != 0);  // anything missing nearer than the first end?
    const bool counts = ends == 0 || lane < __ffs(ends);
    sum += sum_of_warp(counts ? __uint_as_float(static_cast<unsigned>(word)) : 0);
    if (ends != 0) return sum;
  }
}

// Blocks start in any order. A block draws the number of its tile, so all lower tiles belong to
// blocks that have started; it waits only for those.
__global__ void __launch_bounds__(kBlock)
    scan_look_back(const float* in, float* out, Word* words, Word* tickets) {
  __shared__ int drawn;
  __shared__ float sums[kBlock / 32], sum_before;
  if (threadIdx.x == 0) drawn = atomicAdd(tickets, Word{1});
  __syncthreads();
  const int tile = drawn, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  // Lane l takes float4 l, 32 + l, … of its warp's run, which are used once (__ldcs, __stcs).
  const std::size_t first = std::size_t{1} * kTile / 4 * tile + warp * (32 * kVectors) + lane;
  const float4* in4 = reinterpret_cast<const float4*>(in) + first;
  float4 v[kVectors];
#pragma unroll
  for (int k = 0; k < kVectors; ++k) v[k] = __ldcs(&in4[32 * k]);
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
  float4* out4 = reinterpret_cast<float4*>(out) + first;
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
    __stcs(&out4[32 * k], make_float4(b + v[k].x, b + xy, b + xyz, b + own));
    before += __shfl_sync(~0u, sum, 31);
  }
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Scan an array with one launch that reads it once.");
  const int n = options.size({.cpu = (1 << 17) + 5, .gpu = 1 << 28, .bytes_per_element = 12});
  const int tiles = (n - 1) / kTile + 1;
  const std::size_t bytes = std::size_t{1} * tiles * kTile * sizeof(float);

  const std::vector<int> numbers = random_ints(n, -8, 8);  // all sums are exact
  const std::vector<float> input(numbers.begin(), numbers.end());
  std::vector<float> expected(n);
  std::partial_sum(input.begin(), input.end(), expected.begin());

  float *in = nullptr, *out = nullptr;
  Word* words = nullptr;  // one per tile, and the tickets
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMalloc(&words, (tiles + 1) * sizeof(Word)));
  CHECK(cudaMemset(in, 0, bytes));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  Experiment experiment("Scan", out, n, 8.0 * n);
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kOfPeer});
  const char* library = "CUB DeviceScan::InclusiveSum";
  experiment.compare_with(library, "× CUB");
  experiment.show_count("read", "%.0f %% of the array", [=](const Counters& c) {
    return 100 * 32 * c.global_load_sectors / bytes;
  });
  const auto launch = [&] {
    CHECK(cudaMemsetAsync(words, 0, (tiles + 1) * sizeof(Word)));
    scan_look_back<<<tiles, kBlock>>>(in, out, words, words + tiles);
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
