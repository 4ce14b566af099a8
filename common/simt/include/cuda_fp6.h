/// @file
/// Numbers of 6 bits: `__nv_fp6_e3m2` and `__nv_fp6_e2m3`, with the toolkit's names. Each has a byte of its own.
#pragma once

#define __CUDA_FP6_H__  // programs ask whether this header is there

#include "simt/users_macros_away.inc"

#include "cuda_fp8.h"

typedef __nv_fp8_storage_t __nv_fp6_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp6x2_storage_t;
typedef __nv_fp8x4_storage_t __nv_fp6x4_storage_t;

#define SIMT_T __nv_fp6_e3m2
#define SIMT_T2 __nv_fp6x2_e3m2
#define SIMT_T4 __nv_fp6x4_e3m2
#define SIMT_STORAGE2 __nv_fp6x2_storage_t
#define SIMT_STORAGE4 __nv_fp6x4_storage_t
#define SIMT_BITS 8
#define SIMT_TO(value) simt::to_tiny(value, simt::kE3M2, true)
#define SIMT_FROM(bits) simt::from_tiny(bits, simt::kE3M2)
#include "simt/tiny_float_types.inc"

#define SIMT_T __nv_fp6_e2m3
#define SIMT_T2 __nv_fp6x2_e2m3
#define SIMT_T4 __nv_fp6x4_e2m3
#define SIMT_STORAGE2 __nv_fp6x2_storage_t
#define SIMT_STORAGE4 __nv_fp6x4_storage_t
#define SIMT_BITS 8
#define SIMT_TO(value) simt::to_tiny(value, simt::kE2M3, true)
#define SIMT_FROM(bits) simt::from_tiny(bits, simt::kE2M3)
#include "simt/tiny_float_types.inc"

#define SIMT_WIDTH 6
#define SIMT_PAIR __nv_fp6x2_storage_t
#define SIMT_BITS 8
#define SIMT_KIND __nv_fp6_interpretation_t
#define SIMT_SATURATES true
#define SIMT_PARAMETERS __nv_fp6_interpretation_t kind, cudaRoundMode
#include "simt/tiny_float_functions.inc"

#include "simt/users_macros_back.inc"
