/// @file
/// Numbers of 4 bits: `__nv_fp4_e2m1`, with the toolkit's names. Pairs have one byte.
#pragma once

#define __CUDA_FP4_H__  // programs ask whether this header is there

#include "simt/users_macros_away.inc"

#include "cuda_fp8.h"

typedef __nv_fp8_storage_t __nv_fp4_storage_t;
typedef __nv_fp8_storage_t __nv_fp4x2_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp4x4_storage_t;

#define SIMT_T __nv_fp4_e2m1
#define SIMT_T2 __nv_fp4x2_e2m1
#define SIMT_T4 __nv_fp4x4_e2m1
#define SIMT_STORAGE2 __nv_fp4x2_storage_t
#define SIMT_STORAGE4 __nv_fp4x4_storage_t
#define SIMT_BITS 4
#define SIMT_TO(value) simt::to_tiny(value, simt::kE2M1, true)
#define SIMT_FROM(bits) simt::from_tiny(bits, simt::kE2M1)
#include "simt/tiny_float_types.inc"

#define SIMT_WIDTH 4
#define SIMT_PAIR __nv_fp4x2_storage_t
#define SIMT_BITS 4
#define SIMT_KIND __nv_fp4_interpretation_t
#define SIMT_SATURATES true
#define SIMT_PARAMETERS __nv_fp4_interpretation_t kind, cudaRoundMode
#include "simt/tiny_float_functions.inc"

#include "simt/users_macros_back.inc"
