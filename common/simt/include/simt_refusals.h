/// @file
/// @ingroup tutorial
/// Why a call of the runtime, or a launch, was refused, for a program that prints its errors itself.
#pragma once

#include "simt/users_macros_away.inc"

#include <string>

#include "driver_types.h"

namespace simt {

/// What CUDA's error leaves open: "the stream belongs to device 1, and this is for device 0: call cudaSetDevice first".
/// @return the reason of the last refusal of all threads; empty if that had another error, or if there was none
std::string reason_of_refusal(cudaError_t error);

}  // namespace simt

#include "simt/users_macros_back.inc"
