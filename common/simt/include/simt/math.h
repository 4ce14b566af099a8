/// @file
/// Device functions that are not in <cmath>: integer intrinsics, min/max, fast-math forms, cached
/// loads. Fast forms give the precise result here.
#pragma once

#include <cmath>
#include <cstdint>

#define SIMT_MATH [[gnu::always_inline]] inline

SIMT_MATH int __popc(unsigned x) { return __builtin_popcount(x); }
SIMT_MATH int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
SIMT_MATH int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
SIMT_MATH int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
SIMT_MATH int __ffs(int x) { return __builtin_ffs(x); }
SIMT_MATH int __ffsll(long long x) { return __builtin_ffsll(x); }
SIMT_MATH unsigned __brev(unsigned x) {
  x = __builtin_bswap32(x);
  x = (x & 0x0f0f0f0fu) << 4 | (x >> 4 & 0x0f0f0f0fu);
  x = (x & 0x33333333u) << 2 | (x >> 2 & 0x33333333u);
  return (x & 0x55555555u) << 1 | (x >> 1 & 0x55555555u);
}
SIMT_MATH int __mul24(int a, int b) { return ((a << 8) >> 8) * ((b << 8) >> 8); }
SIMT_MATH int __mulhi(int a, int b) {
  return static_cast<int>(static_cast<long long>(a) * b >> 32);
}
SIMT_MATH unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}

#define SIMT_MIN_MAX(Type)                                     \
  SIMT_MATH Type min(Type a, Type b) { return b < a ? b : a; } \
  SIMT_MATH Type max(Type a, Type b) { return a < b ? b : a; }
SIMT_MIN_MAX(int)
SIMT_MIN_MAX(unsigned)
SIMT_MIN_MAX(long)
SIMT_MIN_MAX(unsigned long)
SIMT_MIN_MAX(long long)
SIMT_MIN_MAX(unsigned long long)
#undef SIMT_MIN_MAX
SIMT_MATH unsigned min(int a, unsigned b) { return min(static_cast<unsigned>(a), b); }
SIMT_MATH unsigned min(unsigned a, int b) { return min(a, static_cast<unsigned>(b)); }
SIMT_MATH unsigned max(int a, unsigned b) { return max(static_cast<unsigned>(a), b); }
SIMT_MATH unsigned max(unsigned a, int b) { return max(a, static_cast<unsigned>(b)); }
SIMT_MATH float min(float a, float b) { return fminf(a, b); }
SIMT_MATH float max(float a, float b) { return fmaxf(a, b); }
SIMT_MATH double min(double a, double b) { return fmin(a, b); }
SIMT_MATH double max(double a, double b) { return fmax(a, b); }

SIMT_MATH float rsqrtf(float x) { return 1.0f / sqrtf(x); }
SIMT_MATH double rsqrt(double x) { return 1.0 / sqrt(x); }
SIMT_MATH float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
SIMT_MATH float __fadd_rn(float a, float b) { return a + b; }
SIMT_MATH float __fmul_rn(float a, float b) { return a * b; }
SIMT_MATH float __fdividef(float a, float b) { return a / b; }
SIMT_MATH float __expf(float x) { return expf(x); }
SIMT_MATH float __logf(float x) { return logf(x); }
SIMT_MATH float __sinf(float x) { return sinf(x); }
SIMT_MATH float __cosf(float x) { return cosf(x); }
SIMT_MATH float __powf(float x, float y) { return powf(x, y); }
SIMT_MATH float __saturatef(float x) { return fminf(fmaxf(x, 0.0f), 1.0f); }
SIMT_MATH int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
SIMT_MATH float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
SIMT_MATH unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
SIMT_MATH float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }

// The model has no caches: a cache hint reads like any load.
template <class T>
SIMT_MATH T __ldg(const T* address) {
  return *address;
}

namespace simt {
/// Nanoseconds since the process started: what `clock64` and `globaltimer` count in the model.
long long nanoseconds();
}  // namespace simt
SIMT_MATH long long clock64() { return simt::nanoseconds(); }

#undef SIMT_MATH
