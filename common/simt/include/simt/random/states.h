/// @file
/// The states of the generators of random numbers, with cuRAND's names and sizes; its members have no names that a
/// program may use.
#pragma once

#include "vector_types.h"

/// XORWOW's state: five words and a Weyl counter.
struct curandStateXORWOW {
  unsigned weyl;
  unsigned words[5];
  int kept;          ///< which distribution `kept_value` is of: see simt::KeptValue
  int kept_double;   ///< the same for `kept_double_value`
  float kept_value;  ///< the second one of a pair that the Box-Muller transform has made
  double kept_double_value;
};
using curandStateXORWOW_t = curandStateXORWOW;
using curandState_t = curandStateXORWOW;
using curandState = curandStateXORWOW;

/// Philox4x32-10's state. `numbers` are those that the counter stands for.
struct curandStatePhilox4_32_10 {
  uint4 counter;  ///< z, w: the sequence
  uint4 numbers;
  uint2 key;
  unsigned used;  ///< how many of `numbers`
  int kept;
  int kept_double;
  float kept_value;
  double kept_double_value;
};
using curandStatePhilox4_32_10_t = curandStatePhilox4_32_10;

/// MRG32k3a's state: three numbers of each of two recurrences.
struct curandStateMRG32k3a {
  unsigned first[3], second[3];
  int kept;
  int kept_double;
  float kept_value;
  double kept_double_value;
};
using curandStateMRG32k3a_t = curandStateMRG32k3a;
