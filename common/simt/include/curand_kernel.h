/// @file
/// Random numbers in kernels, number for number those of cuRAND: XORWOW (`curandState`), Philox4x32-10 and
/// MRG32k3a.
#pragma once

#include "simt/users_macros_away.inc"

#include "curand.h"

#include "simt/random/distributions.h"
#include "simt/random/refused_states.h"

#include "simt/users_macros_back.inc"
