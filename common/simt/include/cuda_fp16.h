/// @file
/// Half precision: `half` and `half2`, with the toolkit's names.
#pragma once

#define __CUDA_FP16_H__  // programs ask whether this header is there

#include "simt/users_macros_away.inc"

#include "simt/atomics.h"
#include "simt/memory_intrinsics.h"
#include "simt/small_float.h"
#include "vector_types.h"

#if defined(__CUDA_NO_HALF_CONVERSIONS__) || defined(__CUDA_NO_HALF_OPERATORS__) || \
    defined(__CUDA_NO_HALF2_OPERATORS__)
#error "the CPU backend always has the conversions and operators of half"
#endif

struct __nv_bfloat16;

#define SIMT_T __half
#define SIMT_T2 __half2
#define SIMT_RAW __half_raw
#define SIMT_RAW2 __half2_raw
#define SIMT_OTHER __nv_bfloat16
#define SIMT_FRACTION 10
#define SIMT_NAMED(before, after) before##half##after
#define SIMT_BROADCAST __half2half2
#include "simt/small_float_types.inc"

#include "simt/small_float_functions.inc"
#undef SIMT_T
#undef SIMT_T2
#undef SIMT_RAW
#undef SIMT_RAW2
#undef SIMT_OTHER
#undef SIMT_FRACTION
#undef SIMT_NAMED
#undef SIMT_BROADCAST

#define CUDART_INF_FP16 __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(0x8000)
#define CUDART_ZERO_FP16 __ushort_as_half(0x0000)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00)

#ifndef CUDA_NO_HALF
using half = __half;
using half2 = __half2;
using nv_half = __half;
using nv_half2 = __half2;
using __nv_half = __half;
using __nv_half2 = __half2;
using __nv_half_raw = __half_raw;
using __nv_half2_raw = __half2_raw;
#endif

#include "simt/users_macros_back.inc"
