// Chapter 06 · compaction
//
// The elements of an array that pass a test, in their order, without gaps. A vote makes a mask of a
// warp's tests, and the bits below a lane's own say how many come before it. Earlier blocks tell the
// later ones where to write (chapter 05's scan_single_pass). On a GPU, beside CUB's DeviceSelect.
//
//   compaction [--size N]      N numbers, default 2^17+5 on the CPU backend, 2^28 on a GPU
#include <cuda/atomic>

#include "tutorial.cuh"
#include "tutorial/cub.cuh"

constexpr int kBlock = 256;                 // threads
constexpr int kPerThread = 24;              // numbers, all in flight at once
constexpr int kTile = kBlock * kPerThread;  // numbers

struct IsEven {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

// What a tile tells the others: nothing yet, how many it keeps, or how many are kept up to its end.
// The state and the count share a word, so both are seen at once and no fence is needed.
using Word = unsigned long long;
enum State : unsigned { kNothing, kOfTile, kUpToHere };
using AtomicWord = cuda::atomic_ref<Word, cuda::thread_scope_device>;

__device__ void tell(Word& word, State state, unsigned count) {
  AtomicWord(word).store(Word{state} << 32 | count, cuda::memory_order_relaxed);
}

// How many all tiles before this one keep. A warp looks at 32 of them at a time, nearest first,
// until one knows the count up to its end. Votes say which do, and which know nothing yet.
__device__ unsigned look_back(Word* words, int tile) {
  const int lane = threadIdx.x % 32;
  unsigned count = 0;
  for (int mine = tile - 1 - lane;; mine -= 32) {
    Word word = Word{kUpToHere} << 32;  // before the first tile: 0
    unsigned ends, missing;
    do {
      if (mine >= 0) word = AtomicWord(words[mine]).load(cuda::memory_order_relaxed);
      ends = __ballot_sync(~0u, word >> 32 == kUpToHere);
      missing = __ballot_sync(~0u, word >> 32 == kNothing);
    } while ((missing & ((ends & -ends) - 1)) != 0);  // anything missing nearer than the first end?
    unsigned sum = ends == 0 || lane < __ffs(ends) ? static_cast<unsigned>(word) : 0;
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(~0u, sum, offset);
    count += sum;
    if (ends != 0) return count;
  }
}

// A block draws the number of its tile, so all tiles before it are being worked on (chapter 05).
__global__ void __launch_bounds__(kBlock)
    compact(const int* in, int* out, int* total, unsigned n, Word* words, Word* tickets) {
  __shared__ int drawn, staged[kTile];
  __shared__ unsigned counts[kBlock / 32], before_tile;
  if (threadIdx.x == 0) drawn = atomicAdd(tickets, Word{1});
  __syncthreads();
  const int tile = drawn, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const unsigned first = 1u * tile * kTile + warp * 32 * kPerThread + lane;
  // A lane takes every 32nd number, so a vote covers 32 neighbours and all are in order.
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
  const unsigned bit = 1u << lane;
  // The kept numbers of the tile, without gaps: then neighbouring lanes can write them.
#pragma unroll
  for (int k = 0; k < kPerThread; ++k) {
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
  const int kept = expected.size();

  int *in = nullptr, *out = nullptr, *total = nullptr;
  Word* words = nullptr;  // one per tile, and the tickets
  CHECK(cudaMalloc(&in, n * sizeof(int)));
  CHECK(cudaMalloc(&out, n * sizeof(int)));
  CHECK(cudaMalloc(&total, sizeof(int)));
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
      const std::string wrong = first_difference_on_device(total, 1, [&](int) { return kept; });
      return wrong.empty() ? first_difference_on_device(out, kept, expected) : "how many, " + wrong;
    });
  };
  run("votes, one launch", [&] {
    CHECK(cudaMemsetAsync(words, 0, (tiles + 1) * sizeof(Word)));
    compact<<<tiles, kBlock>>>(in, out, total, n, words, words + tiles);
  });
#ifdef TUTORIAL_RUNS_CUB
  void* scratch = nullptr;
  std::size_t size = 0;
  const auto select = [&] {
    CHECK(cub::DeviceSelect::If(scratch, size, in, out, total, n, IsEven()));
  };
  select();  // without memory it only says how many bytes it needs
  CHECK(cudaMalloc(&scratch, size));
  run(library, select);
  CHECK(cudaFree(scratch));
#else
  experiment.skip_library(library);
#endif
  for (int* memory : {in, out, total}) CHECK(cudaFree(memory));
  CHECK(cudaFree(words));
  return experiment.report();
}
