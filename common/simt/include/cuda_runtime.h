/// @file
/// What a .cu file includes (nvcc and simtcc do it implicitly).
#pragma once

#ifndef __cplusplus
#error \
    "the CPU backend's headers are C++: name the file .cpp or .cu, or keep CUDA's types out of the C file"
#endif

#define __CUDA_RUNTIME_H__
#include "simt/header_guards.inc"

#include "simt/users_macros_away.inc"

#undef _FORTIFY_SOURCE  // it has a memcpy of its own, as the model has
#include <ctype.h>
#include <limits.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifdef __SIMTCC__
// Only as a builtin function g++ knows of itself what its arguments have to be.
extern "C" int printf(const char* __restrict, ...) __attribute__((format(printf, 1, 2)));

#include "simt/memory_functions.h"  // before any header that copies
#endif

#include "cuda_runtime_api.h"
#include "vector_functions.h"
#include "vector_types.h"
// the device language
#include "simt/address_spaces.h"
#include "simt/atomics.h"
#include "simt/builtins.h"
#include "simt/cluster_intrinsics.h"
#include "simt/execution_space.h"
#include "simt/groups.h"
#include "simt/kernel_facts.h"
#include "simt/launch.h"
#include "simt/local_arrays.h"
#include "simt/math.h"
#include "simt/ptx/arithmetic.h"
#include "simt/ptx/atomics.h"
#include "simt/ptx/barriers.h"
#include "simt/ptx/bulk.h"
#include "simt/ptx/comparisons.h"
#include "simt/ptx/copies.h"
#include "simt/ptx/floats.h"
#include "simt/ptx/integers.h"
#include "simt/ptx/matrices.h"
#include "simt/ptx/memory.h"
#include "simt/ptx/registers.h"
#include "simt/ptx/threads.h"
#include "simt/ptx/video.h"
#include "simt/ptx/warpgroups.h"
#include "simt/special_registers.h"
#include "simt/textures.h"
#include "simt/warp.h"

/// What nvcc may take for true. It is not evaluated.
#define __builtin_assume(...) static_cast<void>(sizeof(static_cast<bool>(__VA_ARGS__)))
#define __assume(...) __builtin_assume(__VA_ARGS__)

#include "simt/users_macros_back.inc"
