/// @file
/// Numbers of 8 bits: `__nv_fp8_e5m2`, `__nv_fp8_e4m3`, and the powers of two `__nv_fp8_e8m0`, with the toolkit's
/// names.
#pragma once

#define __CUDA_FP8_H__  // programs ask whether this header is there

#include "simt/users_macros_away.inc"

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "simt/tiny_float.h"
#include "vector_types.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;

#define SIMT_T __nv_fp8_e5m2
#define SIMT_T2 __nv_fp8x2_e5m2
#define SIMT_T4 __nv_fp8x4_e5m2
#define SIMT_STORAGE2 __nv_fp8x2_storage_t
#define SIMT_STORAGE4 __nv_fp8x4_storage_t
#define SIMT_BITS 8
#define SIMT_TO(value) simt::to_tiny(value, simt::kE5M2, true)
#define SIMT_FROM(bits) simt::from_tiny(bits, simt::kE5M2)
#include "simt/tiny_float_types.inc"

#define SIMT_T __nv_fp8_e4m3
#define SIMT_T2 __nv_fp8x2_e4m3
#define SIMT_T4 __nv_fp8x4_e4m3
#define SIMT_STORAGE2 __nv_fp8x2_storage_t
#define SIMT_STORAGE4 __nv_fp8x4_storage_t
#define SIMT_BITS 8
#define SIMT_TO(value) simt::to_tiny(value, simt::kE4M3, true)
#define SIMT_FROM(bits) simt::from_tiny(bits, simt::kE4M3)
#include "simt/tiny_float_types.inc"

#define SIMT_T __nv_fp8_e8m0
#define SIMT_T2 __nv_fp8x2_e8m0
#define SIMT_T4 __nv_fp8x4_e8m0
#define SIMT_STORAGE2 __nv_fp8x2_storage_t
#define SIMT_STORAGE4 __nv_fp8x4_storage_t
#define SIMT_BITS 8
#define SIMT_TO(value) simt::to_power(value, true, true)
#define SIMT_FROM(bits) simt::from_power(bits)
#include "simt/tiny_float_types.inc"

#define SIMT_WIDTH 8
#define SIMT_PAIR __nv_fp8x2_storage_t
#define SIMT_BITS 8
#define SIMT_KIND __nv_fp8_interpretation_t
#define SIMT_SATURATES (saturate == __NV_SATFINITE)
#define SIMT_PARAMETERS __nv_saturation_t saturate, __nv_fp8_interpretation_t kind
#include "simt/tiny_float_functions.inc"

// Powers of two.
#define SIMT_POWER(value) \
  simt::to_power(value, saturate == __NV_SATFINITE, rounding == cudaRoundPosInf)
#define SIMT_POWERS(x, y) static_cast<__nv_fp8x2_storage_t>(SIMT_POWER(x) | SIMT_POWER(y) << 8)
#define SIMT_CONVERSION [[gnu::always_inline]] SIMT_UNCOUNTED inline
SIMT_CONVERSION __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw x,
                                                                __nv_saturation_t saturate,
                                                                cudaRoundMode rounding) {
  return SIMT_POWER(simt::widen<7>(x.x));
}
SIMT_CONVERSION __nv_fp8x2_storage_t __nv_cvt_bfloat162raw_to_e8m0x2(__nv_bfloat162_raw v,
                                                                     __nv_saturation_t saturate,
                                                                     cudaRoundMode rounding) {
  return SIMT_POWERS(simt::widen<7>(v.x), simt::widen<7>(v.y));
}
SIMT_CONVERSION __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float x, __nv_saturation_t saturate,
                                                          cudaRoundMode rounding) {
  return SIMT_POWER(x);
}
SIMT_CONVERSION __nv_fp8x2_storage_t __nv_cvt_float2_to_e8m0x2(float2 v, __nv_saturation_t saturate,
                                                               cudaRoundMode rounding) {
  return SIMT_POWERS(v.x, v.y);
}
SIMT_CONVERSION __nv_fp8_storage_t __nv_cvt_double_to_e8m0(double x, __nv_saturation_t saturate,
                                                           cudaRoundMode rounding) {
  return SIMT_POWER(x);
}
SIMT_CONVERSION __nv_fp8x2_storage_t __nv_cvt_double2_to_e8m0x2(double2 v,
                                                                __nv_saturation_t saturate,
                                                                cudaRoundMode rounding) {
  return SIMT_POWERS(v.x, v.y);
}
SIMT_CONVERSION __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x) {
  return __nv_bfloat16_raw{simt::narrow<7>(simt::from_power(x))};
}
SIMT_CONVERSION __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(__nv_fp8x2_storage_t x) {
  return __nv_bfloat162_raw{__nv_cvt_e8m0_to_bf16raw(static_cast<__nv_fp8_storage_t>(x & 0xff)).x,
                            __nv_cvt_e8m0_to_bf16raw(static_cast<__nv_fp8_storage_t>(x >> 8)).x};
}
#undef SIMT_POWER
#undef SIMT_POWERS
#undef SIMT_CONVERSION

#include "simt/users_macros_back.inc"
