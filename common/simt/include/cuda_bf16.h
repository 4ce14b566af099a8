/// @file
/// Brain floats, the upper half of a float: `nv_bfloat16` and `nv_bfloat162`, with the toolkit's names.
#pragma once

#define __CUDA_BF16_H__  // programs ask whether this header is there

#include "simt/users_macros_away.inc"

#include "cuda_fp16.h"

#if defined(__CUDA_NO_BFLOAT16_CONVERSIONS__) || defined(__CUDA_NO_BFLOAT16_OPERATORS__) || \
    defined(__CUDA_NO_BFLOAT162_OPERATORS__)
#error "the CPU backend always has the conversions and operators of nv_bfloat16"
#endif

#define SIMT_T __nv_bfloat16
#define SIMT_T2 __nv_bfloat162
#define SIMT_RAW __nv_bfloat16_raw
#define SIMT_RAW2 __nv_bfloat162_raw
#define SIMT_OTHER __half
#define SIMT_FRACTION 7
#define SIMT_NAMED(before, after) before##bfloat16##after
#define SIMT_BROADCAST __bfloat162bfloat162
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

inline __half::__half(__nv_bfloat16 v) : __half(static_cast<float>(v)) {}
inline __nv_bfloat16::__nv_bfloat16(__half v) : __nv_bfloat16(static_cast<float>(v)) {}

#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7fff)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0x0000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3f80)

#ifndef CUDA_NO_BFLOAT16
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;
#endif

#include "simt/users_macros_back.inc"
