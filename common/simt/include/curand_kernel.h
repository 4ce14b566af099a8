/// @file
/// Random numbers in kernels, number for number those of cuRAND: XORWOW (`curandState`), Philox4x32-10 and
/// MRG32k3a.
#pragma once

#define CURAND_KERNEL_H_  // programs ask for it

#include "simt/users_macros_away.inc"

#include "curand.h"

#ifdef __SIMTCC__
#include "simt/random/distributions.h"
#endif
#include "simt/random/refused_states.h"
#include "simt/random/states.h"

#include "simt/users_macros_back.inc"
