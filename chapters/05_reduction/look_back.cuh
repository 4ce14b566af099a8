// What the tiles of scan_single_pass tell each other.
#pragma once

#include <cuda/atomic>

// What a tile publishes. State and sum share a word, so both are seen at once without a fence.
using Word = unsigned long long;
enum State : unsigned { kNothing, kSumOfTile, kSumUpToHere };
using AtomicWord = cuda::atomic_ref<Word, cuda::thread_scope_device>;

__device__ inline void publish(Word& word, State state, float sum) {
  AtomicWord(word).store(Word{state} << 32 | __float_as_uint(sum), cuda::memory_order_relaxed);
}

// The sum of a warp's values, for all its lanes.
__device__ inline float sum_of_warp(float x) {
  for (int bits = 16; bits > 0; bits /= 2) x += __shfl_xor_sync(~0u, x, bits);
  return x;
}

// The sum of all tiles before this one. A warp looks at 32 predecessors at a time, nearest first,
// until one of them knows the sum up to its end; nearer ones must at least know their own.
__device__ inline float look_back(Word* words, int tile) {
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
