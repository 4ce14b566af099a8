/// @file
/// Philox4x32-10 (Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3", 2011): a counter and a key
/// make four numbers at a time.
#pragma once

#include "vector_functions.h"
#include "vector_types.h"

#include "simt/random/states.h"
#include "simt/random/steps.h"
#include "simt/uncounted.h"

namespace simt {

__device__ SIMT_INLINE unsigned long long join_words(unsigned low, unsigned high) {
  return static_cast<unsigned long long>(high) << 32 | low;
}

/// Sets the counter, and the numbers that it stands for.
__device__ SIMT_INLINE void set_counter(curandStatePhilox4_32_10* state, unsigned long long counter,
                                        unsigned long long sequence) {
  const uint2 key = state->key;
  state->counter =
      make_uint4(static_cast<unsigned>(counter), static_cast<unsigned>(counter >> 32),
                 static_cast<unsigned>(sequence), static_cast<unsigned>(sequence >> 32));
  const unsigned __int128 numbers = philox(counter, sequence, join_words(key.x, key.y));
  state->numbers =
      make_uint4(static_cast<unsigned>(numbers), static_cast<unsigned>(numbers >> 32),
                 static_cast<unsigned>(numbers >> 64), static_cast<unsigned>(numbers >> 96));
}

/// Goes to the `count`-th counter behind this one, or of the `sequences`-th sequence behind.
__device__ SIMT_INLINE void advance_counter(curandStatePhilox4_32_10* state,
                                            unsigned long long count,
                                            unsigned long long sequences) {
  const uint4 old = state->counter;
  const unsigned long long counter = join_words(old.x, old.y) + count;
  const unsigned long long carry = counter < count ? 1 : 0;
  set_counter(state, counter, join_words(old.z, old.w) + sequences + carry);
}

}  // namespace simt

/// Leaves out `count` numbers.
__device__ SIMT_INLINE void skipahead(unsigned long long count, curandStatePhilox4_32_10* state) {
  const unsigned used = state->used + static_cast<unsigned>(count & 3);
  state->used = used & 3;
  simt::advance_counter(state, count / 4 + used / 4, 0);
}
/// Leaves out `count` sequences of 2^66 numbers.
__device__ SIMT_INLINE void skipahead_sequence(unsigned long long count,
                                               curandStatePhilox4_32_10* state) {
  simt::advance_counter(state, 0, count);
}

/// @param seed any number
/// @param subsequence threads with different ones get numbers 2^66 apart
/// @param offset how many numbers to leave out
__device__ SIMT_INLINE void curand_init(unsigned long long seed, unsigned long long subsequence,
                                        unsigned long long offset,
                                        curandStatePhilox4_32_10* state) {
  state->key = make_uint2(static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32));
  simt::set_counter(state, offset / 4, subsequence);
  state->used = static_cast<unsigned>(offset & 3);
  state->kept = 0;
  state->kept_double = 0;
  state->kept_value = 0;
  state->kept_double_value = 0;
}

/// 32 random bits.
__device__ SIMT_INLINE unsigned curand(curandStatePhilox4_32_10* state) {
  const unsigned used = state->used;
  const unsigned number = used == 0   ? state->numbers.x
                          : used == 1 ? state->numbers.y
                          : used == 2 ? state->numbers.z
                                      : state->numbers.w;
  state->used = (used + 1) & 3;
  if (used == 3) simt::advance_counter(state, 1, 0);
  return number;
}
/// The next four numbers of 32 bits.
__device__ SIMT_INLINE uint4 curand4(curandStatePhilox4_32_10* state) {
  const uint4 old = state->numbers;
  simt::advance_counter(state, 1, 0);
  const unsigned used = state->used;
  if (used == 0) return old;
  const uint4 next = state->numbers;
  if (used == 1) return make_uint4(old.y, old.z, old.w, next.x);
  if (used == 2) return make_uint4(old.z, old.w, next.x, next.y);
  return make_uint4(old.w, next.x, next.y, next.z);
}
