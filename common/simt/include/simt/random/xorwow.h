/// @file
/// XORWOW (Marsaglia, "Xorshift RNGs", 2003), seeded and split into sequences as cuRAND does.
#pragma once

#include "simt/random/states.h"
#include "simt/random/steps.h"
#include "simt/uncounted.h"

namespace simt {

__device__ SIMT_INLINE void skip(curandStateXORWOW* state, unsigned long long sequences,
                                 unsigned long long steps) {
  xorwow_skip(state->words[0], state->words[1], state->words[2], state->words[3], state->words[4],
              sequences, steps);
  const unsigned word0 = xorwow_skipped(0), word1 = xorwow_skipped(1), word2 = xorwow_skipped(2),
                 word3 = xorwow_skipped(3), word4 = xorwow_skipped(4);
  state->words[0] = word0;
  state->words[1] = word1;
  state->words[2] = word2;
  state->words[3] = word3;
  state->words[4] = word4;
  if (steps != 0) state->weyl += kWeylStep * static_cast<unsigned>(steps);  // 2^67 steps are none
}

}  // namespace simt

/// @param seed any number
/// @param subsequence threads with different ones get numbers 2^67 apart
/// @param offset how many numbers to leave out
__device__ SIMT_INLINE void curand_init(unsigned long long seed, unsigned long long subsequence,
                                        unsigned long long offset, curandStateXORWOW* state) {
  const simt::XorwowStart start(seed);
  simt::xorwow_skip(start.word0, start.word1, start.word2, start.word3, start.word4, subsequence,
                    offset);
  const unsigned word0 = simt::xorwow_skipped(0), word1 = simt::xorwow_skipped(1),
                 word2 = simt::xorwow_skipped(2), word3 = simt::xorwow_skipped(3),
                 word4 = simt::xorwow_skipped(4);
  state->weyl = start.weyl + simt::kWeylStep * static_cast<unsigned>(offset);
  state->words[0] = word0;
  state->words[1] = word1;
  state->words[2] = word2;
  state->words[3] = word3;
  state->words[4] = word4;
  state->kept = 0;
  state->kept_double = 0;
  state->kept_value = 0;
  state->kept_double_value = 0;
}

/// Leaves out `count` numbers.
__device__ SIMT_INLINE void skipahead(unsigned long long count, curandStateXORWOW* state) {
  simt::skip(state, 0, count);
}
/// Leaves out `count` sequences of 2^67 numbers.
__device__ SIMT_INLINE void skipahead_sequence(unsigned long long count, curandStateXORWOW* state) {
  simt::skip(state, count, 0);
}

/// 32 random bits.
__device__ SIMT_INLINE unsigned curand(curandStateXORWOW* state) {
  const unsigned first = state->words[0], last = state->words[4];
  const unsigned mixed = first ^ first >> 2;
  const unsigned next = last ^ last << 4 ^ mixed ^ mixed << 1;
  state->words[0] = state->words[1];
  state->words[1] = state->words[2];
  state->words[2] = state->words[3];
  state->words[3] = last;
  state->words[4] = next;
  const unsigned weyl = state->weyl + simt::kWeylStep;
  state->weyl = weyl;
  return next + weyl;
}
