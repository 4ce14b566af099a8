// Chapter 06 · compaction
//
// The elements of a long array that pass a test, one behind the other, in their order. Votes count
// and place them: __ballot_sync makes a mask of a warp's tests, and the bits below a lane's own say how
// many come before it. A block learns from the blocks before it where to write, as in chapter 05's
// scan_single_pass. On a GPU, CUB's DeviceSelect runs beside it.
//
//   compaction [--size N]      N numbers, default 2^17+5 on the CPU backend, 2^28 on a GPU
#include <cuda/atomic>

#if __has_include(<cub/cub.cuh>)
#include <cub/cub.cuh>
#endif

#include <iterator>

#include "tutorial.cuh"

#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef ITEMS
#define ITEMS 16
#endif
constexpr int kBlock = BLOCK;               // threads
constexpr int kPerThread = ITEMS;           // numbers
constexpr int kTile = kBlock * kPerThread;  // numbers

// The test.
struct IsEven {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

// What a tile tells the others: nothing yet, how many it keeps, or how many are kept up to its end. The
// state and the count share a word, so both are seen at once and no fence is needed.
using Word = unsigned long long;
enum State : unsigned { kNothing, kOfTile, kUpToHere };
using AtomicWord = cuda::atomic_ref<Word, cuda::thread_scope_device>;

__device__ void tell(Word& word, State state, unsigned count) {
  AtomicWord(word).store(Word{state} << 32 | count, cuda::memory_order_relaxed);
}

// How many all tiles before this one keep. A warp looks at 32 of them at a time, nearest first, until
// one knows the count up to its end. Votes say which do, and which know nothing yet.
__device__ unsigned look_back(Word* words, int tile) {
  const int lane = threadIdx.x % 32;
  unsigned count = 0;
  for (int nearest = tile - 1;; nearest -= 32) {
    const int mine = nearest - lane;
    Word word = Word{kUpToHere} << 32;  // before the first tile: 0
    unsigned ends, missing;
    do {
      if (mine >= 0) word = AtomicWord(words[mine]).load(cuda::memory_order_relaxed);
      ends = __ballot_sync(~0u, word >> 32 == kUpToHere);
      missing = __ballot_sync(~0u, word >> 32 == kNothing);
    } while ((missing & ((ends & -ends) - 1)) != 0);  // anything missing nearer than the first end?
    const bool counts = ends == 0 || lane < __ffs(ends);
    count += __reduce_add_sync(~0u, counts ? static_cast<unsigned>(word) : 0);
    if (ends != 0) return count;
  }
}

// A block draws the number of its tile, so all tiles before it are being worked on (chapter 05).
__global__ void __launch_bounds__(kBlock)
    compact(const int* in, int* out, unsigned* total, int n, Word* words, Word* tickets) {
  __shared__ int drawn, staged[kTile];
  __shared__ unsigned counts[kBlock / 32], before_tile;
  if (threadIdx.x == 0) drawn = atomicAdd(tickets, Word{1});
  __syncthreads();
  const int tile = drawn, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int first = tile * kTile + warp * 32 * kPerThread + lane;

  // A lane takes every 32nd number, so a vote covers 32 neighbours and the order is that of the votes.
  int x[kPerThread];
  unsigned kept[kPerThread], of_warp = 0;
#pragma unroll
  for (int k = 0; k < kPerThread; ++k) x[k] = first + 32 * k < n ? __ldcs(in + first + 32 * k) : 1;
#pragma unroll
  for (int k = 0; k < kPerThread; ++k) {
    kept[k] = __ballot_sync(~0u, IsEven()(x[k]));
    of_warp += __popc(kept[k]);
  }
  if (lane == 0) counts[warp] = of_warp;
  __syncthreads();
  unsigned place = 0, of_tile = 0;
#pragma unroll
  for (int w = 0; w < kBlock / 32; ++w) {
    if (w < warp) place += counts[w];
    of_tile += counts[w];
  }
  if (threadIdx.x == 0 && tile > 0) tell(words[tile], kOfTile, of_tile);

    // The kept numbers of the tile, without gaps: then they can be written by neighbouring lanes.
#pragma unroll
  for (int k = 0; k < kPerThread; ++k) {
    const unsigned bit = 1u << lane;
    if (kept[k] & bit) staged[place + __popc(kept[k] & (bit - 1))] = x[k];
    place += __popc(kept[k]);
  }
  if (warp == 0) {
    const unsigned before = look_back(words, tile);
    if (lane == 0) {
      tell(words[tile], kUpToHere, before + of_tile);
      before_tile = before;
      if (tile == static_cast<int>(gridDim.x) - 1) *total = before + of_tile;
    }
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < of_tile; i += kBlock) __stcs(out + before_tile + i, staged[i]);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Keep the even numbers of an array, in their order.");
  const int n = options.size({.cpu = (1 << 17) + 5, .gpu = 1 << 28, .bytes_per_element = 8});
  const int tiles = (n - 1) / kTile + 1;
  const std::vector<int> input = random_ints(n);
  std::vector<int> expected;
  std::copy_if(input.begin(), input.end(), std::back_inserter(expected), IsEven());
  const unsigned kept = expected.size();

  int *in = nullptr, *out = nullptr;
  unsigned* total = nullptr;
  Word* words = nullptr;  // one per tile, and the tickets
  CHECK(cudaMalloc(&in, n * sizeof(int)));
  CHECK(cudaMalloc(&out, n * sizeof(int)));
  CHECK(cudaMalloc(&total, sizeof(unsigned)));
  CHECK(cudaMalloc(&words, (tiles + 1) * sizeof(Word)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(int), cudaMemcpyHostToDevice));

  Experiment experiment("Even numbers of " + std::to_string(n), 4.0 * n + 4.0 * kept);
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kOfPeer,
                   Column::kSectorsPerLoad, Column::kSectorsPerStore});
  const char* library = "CUB DeviceSelect::If";
  experiment.compare_with(library, "× CUB");
  const auto run = [&](const char* name, const auto& launch) {
    poison(out, n);
    poison(total, 1);
    experiment.run(name, launch, [&] {
      unsigned got = 0;
      CHECK(cudaMemcpy(&got, total, sizeof got, cudaMemcpyDeviceToHost));
      const std::string wrong = difference(got, kept);
      if (!wrong.empty()) return "how many: " + wrong;
      return first_difference_on_device(out, kept, expected);
    });
  };
  run("votes, one launch", [&] {
    CHECK(cudaMemsetAsync(words, 0, (tiles + 1) * sizeof(Word)));
    compact<<<tiles, kBlock>>>(in, out, total, n, words, words + tiles);
  });
#ifdef CUB_VERSION
  void* scratch = nullptr;
  std::size_t bytes = 0;
  CHECK(cub::DeviceSelect::If(scratch, bytes, in, out, total, n, IsEven()));  // how many bytes?
  CHECK(cudaMalloc(&scratch, bytes));
  run(library, [&] { CHECK(cub::DeviceSelect::If(scratch, bytes, in, out, total, n, IsEven())); });
  CHECK(cudaFree(scratch));
#else
  experiment.skip_library(library);
#endif

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  CHECK(cudaFree(total));
  CHECK(cudaFree(words));
  return experiment.report();
}
