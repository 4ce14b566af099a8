/// @file
/// The steps of the generators of random numbers that no memory of the program takes part in. They give
/// back numbers, not addresses, so that the states stay variables of the thread.
#pragma once

#include "simt/uncounted.h"

namespace simt {

/// What XORWOW begins with, from a seed.
struct XorwowStart {
  SIMT_UNCOUNTED_INLINE explicit XorwowStart(unsigned long long seed) {
    const unsigned low = 1099087573U * (static_cast<unsigned>(seed) ^ 0xaad26b49U);
    const unsigned high = 2591861531U * (static_cast<unsigned>(seed >> 32) ^ 0xf7dcefddU);
    weyl = 6615241U + high + low;
    word0 = 123456789U + low;
    word1 = 362436069U ^ low;
    word2 = 521288629U + high;
    word3 = 88675123U ^ high;
    word4 = 5783321U + low;
  }
  unsigned word0, word1, word2, word3, word4, weyl;
};
inline constexpr unsigned kWeylStep = 362437;

/// Moves the words on by `sequences` * 2^67 + `steps` numbers, and keeps them for the calling thread.
void xorwow_skip(unsigned word0, unsigned word1, unsigned word2, unsigned word3, unsigned word4,
                 unsigned long long sequences, unsigned long long steps);
/// What `xorwow_skip` has made of a word.
unsigned xorwow_skipped(unsigned index);

inline constexpr unsigned long long kMrgModulus1 = 4294967087U, kMrgModulus2 = 4294944443U;

/// Moves three numbers of a recurrence on by `count` * 2^`shift` steps, and keeps them for the calling thread.
/// @param recurrence 0 or 1
void mrg_skip(int recurrence, unsigned number0, unsigned number1, unsigned number2,
              unsigned long long count, unsigned shift);
/// What `mrg_skip` has made of a number.
unsigned mrg_skipped(unsigned index);

/// The four numbers of a counter, the first one in the lowest bits.
unsigned __int128 philox(unsigned long long counter, unsigned long long sequence,
                         unsigned long long key);

/// Warns that curand_poisson has the right distribution here, but draws other numbers than a GPU.
void warn_of_poisson(double mean);

}  // namespace simt
