/// @file
/// MRG32k3a (L'Ecuyer, "Good Parameters and Implementations for Combined Multiple Recursive Random Number
/// Generators", 1999), seeded and split into sequences as cuRAND does.
#pragma once

#include "simt/random/states.h"
#include "simt/random/steps.h"
#include "simt/uncounted.h"

namespace simt {

__device__ SIMT_INLINE void skip(int recurrence, unsigned* numbers, unsigned long long count,
                                 unsigned shift) {
  mrg_skip(recurrence, numbers[0], numbers[1], numbers[2], count, shift);
  const unsigned number0 = mrg_skipped(0), number1 = mrg_skipped(1), number2 = mrg_skipped(2);
  numbers[0] = number0;
  numbers[1] = number1;
  numbers[2] = number2;
}
__device__ SIMT_INLINE void skip(curandStateMRG32k3a* state, unsigned long long count,
                                 unsigned shift) {
  skip(0, state->first, count, shift);
  skip(1, state->second, count, shift);
}

/// The next number, from 1 to the first modulus.
__device__ SIMT_INLINE unsigned mrg_number(curandStateMRG32k3a* state) {
  const unsigned a0 = state->first[0], a1 = state->first[1], a2 = state->first[2];
  const unsigned b0 = state->second[0], b1 = state->second[1], b2 = state->second[2];
  const auto a = static_cast<unsigned>(
      (1403580 * static_cast<unsigned long long>(a1) + 810728 * (kMrgModulus1 - a0)) %
      kMrgModulus1);
  const auto b = static_cast<unsigned>(
      (527612 * static_cast<unsigned long long>(b2) + 1370589 * (kMrgModulus2 - b0)) %
      kMrgModulus2);
  state->first[0] = a1;
  state->first[1] = a2;
  state->first[2] = a;
  state->second[0] = b1;
  state->second[1] = b2;
  state->second[2] = b;
  return a <= b ? a - b + static_cast<unsigned>(kMrgModulus1) : a - b;
}
/// As a part of the modulus, in (0, 1].
__device__ SIMT_INLINE double mrg_uniform(curandStateMRG32k3a* state) {
  return mrg_number(state) * 2.3283065498378288e-10;
}

}  // namespace simt

/// Leaves out `count` numbers.
__device__ SIMT_INLINE void skipahead(unsigned long long count, curandStateMRG32k3a* state) {
  simt::skip(state, count, 0);
}
/// Leaves out `count` subsequences of 2^76 numbers.
__device__ SIMT_INLINE void skipahead_subsequence(unsigned long long count,
                                                  curandStateMRG32k3a* state) {
  simt::skip(state, count, 76);
}
/// Leaves out `count` sequences of 2^127 numbers.
__device__ SIMT_INLINE void skipahead_sequence(unsigned long long count,
                                               curandStateMRG32k3a* state) {
  simt::skip(state, count, 127);
}

/// @param seed any number
/// @param subsequence threads with different ones get numbers 2^76 apart
/// @param offset how many numbers to leave out
__device__ SIMT_INLINE void curand_init(unsigned long long seed, unsigned long long subsequence,
                                        unsigned long long offset, curandStateMRG32k3a* state) {
  const unsigned long long low = static_cast<unsigned>(seed) ^ 0x55555555U;
  const unsigned long long high = static_cast<unsigned>(seed >> 32) ^ 0xaaaaaaaaU;
  const bool is_plain = seed == 0;
  const auto number = [is_plain](unsigned long long factor, unsigned long long modulus) {
    return is_plain ? 12345U : static_cast<unsigned>(12345 * factor % modulus);
  };
  state->first[0] = number(low, simt::kMrgModulus1);
  state->first[1] = number(high, simt::kMrgModulus1);
  state->first[2] = number(low, simt::kMrgModulus1);
  state->second[0] = number(high, simt::kMrgModulus2);
  state->second[1] = number(low, simt::kMrgModulus2);
  state->second[2] = number(high, simt::kMrgModulus2);
  if (subsequence != 0) skipahead_subsequence(subsequence, state);
  if (offset != 0) skipahead(offset, state);
  state->kept = 0;
  state->kept_double = 0;
  state->kept_value = 0;
  state->kept_double_value = 0;
}

/// 32 random bits.
__device__ SIMT_INLINE unsigned curand(curandStateMRG32k3a* state) {
  return static_cast<unsigned>(simt::mrg_number(state) * 1.000000048662);
}
