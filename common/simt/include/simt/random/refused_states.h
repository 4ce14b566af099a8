/// @file
/// Generators of cuRAND that the model does not have: a program that names one is told so.
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
