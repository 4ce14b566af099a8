/// @file
/// Generators and distributions of cuRAND that the model does not have: using one is an error with a reason.
#pragma once

#define SIMT_NO_GENERATOR(name)                               \
  struct [[gnu::unavailable(                                  \
      "the CPU backend has no such generator of cuRAND: use " \
      "curandState (XORWOW), curandStatePhilox4_32_10_t or "  \
      "curandStateMRG32k3a")]] name {}
SIMT_NO_GENERATOR(curandStateMtgp32);
SIMT_NO_GENERATOR(curandStateMtgp32_t);
SIMT_NO_GENERATOR(curandStateSobol32);
SIMT_NO_GENERATOR(curandStateSobol32_t);
SIMT_NO_GENERATOR(curandStateSobol64);
SIMT_NO_GENERATOR(curandStateSobol64_t);
SIMT_NO_GENERATOR(curandStateScrambledSobol32);
SIMT_NO_GENERATOR(curandStateScrambledSobol32_t);
SIMT_NO_GENERATOR(curandStateScrambledSobol64);
SIMT_NO_GENERATOR(curandStateScrambledSobol64_t);
#undef SIMT_NO_GENERATOR

#define SIMT_NO_DISTRIBUTION(name)                                                 \
  [[gnu::error(                                                                    \
      "the CPU backend has no tables of distributions: sum up the probabilities, " \
      "and look for a curand_uniform number in the sums")]] unsigned               \
  name(...)
SIMT_NO_DISTRIBUTION(curand_discrete);
SIMT_NO_DISTRIBUTION(curand_discrete4);
SIMT_NO_DISTRIBUTION(curandCreatePoissonDistribution);
SIMT_NO_DISTRIBUTION(curandCreateDiscreteDistribution);
#undef SIMT_NO_DISTRIBUTION
