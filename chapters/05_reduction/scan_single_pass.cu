// Chapter 05 · scan_single_pass
//
// A scan of one long array with one launch that reads it once: decoupled look-back (Merrill and
// Garland, 2016). A block scans its tile, tells the others its sum, and adds up what the blocks
// before it have told. On a GPU, CUB's DeviceScan runs beside it.
//
//   scan_single_pass [--size N]      N floats, default 2^17+5 on the CPU backend, 2^28 on a GPU
#include <cuda/atomic>

#if __has_include(<cub/cub.cuh>)
#include <cub/cub.cuh>
#endif

#include <numeric>

#include "tutorial.cuh"

constexpr int kBlock = 256;                   // threads
constexpr int kVectors = 4;                   // float4 per thread
constexpr int kTile = kBlock * 4 * kVectors;  // floats

// Memory is rounded up to whole tiles. A warp has a run of neighbours; lane l takes float4 l,
// 32 + l, 64 + l, … of it.
__device__ std::size_t first_of_thread(int tile) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  return std::size_t{1} * kTile / 4 * tile + warp * (32 * kVectors) + lane;
}

__device__ void load_tile(const float* in, int tile, float4 (&v)[kVectors]) {
  const float4* mine = reinterpret_cast<const float4*>(in) + first_of_thread(tile);
#pragma unroll
  for (int k = 0; k < kVectors; ++k) v[k] = mine[32 * k];
}

__device__ float4 add(float4 v, float x) { return {v.x + x, v.y + x, v.z + x, v.w + x}; }

__device__ void store_tile(float* out, int tile, const float4 (&v)[kVectors], float before) {
  float4* mine = reinterpret_cast<float4*>(out) + first_of_thread(tile);
#pragma unroll
  for (int k = 0; k < kVectors; ++k) mine[32 * k] = add(v[k], before);
}

// Scans the tile; returns its sum. As scan_registers of scan.cu does, for each float4 of a thread.
// `before`: the sum of the warps before this one, which the elements do not include yet.
__device__ float scan_tile(float4 (&v)[kVectors], float& before) {
  __shared__ float sums[kBlock / 32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float sum_of_warp = 0;
#pragma unroll
  for (int k = 0; k < kVectors; ++k) {
    v[k].y += v[k].x;
    v[k].z += v[k].y;
    v[k].w += v[k].z;
    float sum = v[k].w;
#pragma unroll
    for (int offset = 1; offset < 32; offset *= 2) {
      const float lower = __shfl_up_sync(~0u, sum, offset);
      if (lane >= offset) sum += lower;
    }
    const float below = __shfl_up_sync(~0u, sum, 1);
    v[k] = add(v[k], sum_of_warp + (lane == 0 ? 0 : below));
    sum_of_warp += __shfl_sync(~0u, sum, 31);
  }
  if (lane == 0) sums[warp] = sum_of_warp;
  __syncthreads();
  float sum_of_tile = 0;
  before = 0;
#pragma unroll
  for (int w = 0; w < kBlock / 32; ++w) {
    if (w < warp) before += sums[w];
    sum_of_tile += sums[w];
  }
  return sum_of_tile;
}

// What a tile tells the others: nothing yet, its own sum, or the sum up to its end. The
// state and the sum share one word of 64 bits, so both are seen at once and no fence is needed.
using Word = unsigned long long;
enum State : unsigned { kNothing, kSumOfTile, kSumUpToHere };
using AtomicWord = cuda::atomic_ref<Word, cuda::thread_scope_device>;

__device__ void tell(Word& word, State state, float sum) {
  AtomicWord(word).store(Word{state} << 32 | __float_as_uint(sum), cuda::memory_order_relaxed);
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
    float x = counts ? __uint_as_float(static_cast<unsigned>(word)) : 0;
    for (int offset = 16; offset > 0; offset /= 2) x += __shfl_xor_sync(~0u, x, offset);
    sum += x;
    if (ends != 0) return sum;
  }
}

// Blocks start in any order, and one that waits for a tile nobody works on would wait for ever. So
// a block does not take the tile of its index but draws a number: all lower ones have started.
__global__ void __launch_bounds__(kBlock)
    scan_look_back(const float* in, float* out, Word* words, Word* tickets) {
  __shared__ int drawn;
  __shared__ float sum_before;
  if (threadIdx.x == 0) drawn = atomicAdd(tickets, Word{1});
  __syncthreads();
  const int tile = drawn;
  float4 v[kVectors];
  float before;
  load_tile(in, tile, v);
  const float sum = scan_tile(v, before);
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0 && tile > 0) tell(words[tile], kSumOfTile, sum);
    const float all = look_back(words, tile);
    if (threadIdx.x == 0) tell(words[tile], kSumUpToHere, all + sum);
    if (threadIdx.x == 0) sum_before = all;
  }
  __syncthreads();
  store_tile(out, tile, v, before + sum_before);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Scan an array with one launch that reads it once.");
  const int n = options.size({.cpu = (1 << 17) + 5, .gpu = 1 << 28, .bytes_per_element = 12});
  const int tiles = (n - 1) / kTile + 1;
  const std::size_t bytes = std::size_t{1} * tiles * kTile * sizeof(float);

  // Small whole numbers: all sums are exact, so the order of the additions does not matter here.
  const std::vector<int> numbers = random_ints(n, -8, 8);
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
  const auto of_array = [&](const char* heading, double Counters::*sectors) {
    experiment.show_count(heading, "%.0f %%",
                          [=](const Counters& c) { return 100 * 32 * c.*sectors / bytes; });
  };
  of_array("read", &Counters::global_load_sectors);
  of_array("written", &Counters::global_store_sectors);
  const auto run = [&](const char* name, const auto& launch) {
    experiment.run(name, launch, expected);
  };
  run("decoupled look-back", [&] {
    CHECK(cudaMemsetAsync(words, 0, (tiles + 1) * sizeof(Word)));
    scan_look_back<<<tiles, kBlock>>>(in, out, words, words + tiles);
  });
#ifdef CUB_VERSION
  void* scratch = nullptr;
  std::size_t scratch_bytes = 0;
  CHECK(cub::DeviceScan::InclusiveSum(scratch, scratch_bytes, in, out, n));  // how many bytes?
  CHECK(cudaMalloc(&scratch, scratch_bytes));
  run(library, [&] { CHECK(cub::DeviceScan::InclusiveSum(scratch, scratch_bytes, in, out, n)); });
  CHECK(cudaFree(scratch));
#else
  experiment.skip_library(library);
#endif

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  CHECK(cudaFree(words));
  return experiment.report();
}
