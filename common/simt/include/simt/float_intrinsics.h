/// @file
/// Arithmetic and conversions with a rounding mode of their own, and the bits of floating-point
/// numbers.
///
/// The host computes in round-to-nearest. The other modes move that result to its neighbour where
/// the exact result lies beyond it: the sign of the difference is computed exactly in a format of
/// 113 bits, which holds any product of two doubles.
#pragma once

#include <cmath>
#include <limits>

#include "simt/uncounted.h"

namespace simt {

#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 Wide;
#else
using Wide = long double;
#endif

enum class Rounding { kNearest, kZero, kUp, kDown };

/// `nearest`, or its neighbour if the mode asks for it. `error`: a number with the sign of the exact
/// result minus `nearest`; NaN if there is no exact result.
template <Rounding mode, class T>
SIMT_UNCOUNTED auto adjust(T nearest, Wide error) {
  constexpr T kInfinity = std::numeric_limits<T>::infinity();
  const bool down = mode == Rounding::kDown || (mode == Rounding::kZero && nearest > 0);
  const bool up = mode == Rounding::kUp || (mode == Rounding::kZero && nearest < 0);
  if (down && error < 0) return std::nextafter(nearest, -kInfinity);
  if (up && error > 0) return std::nextafter(nearest, kInfinity);
  return nearest;
}

/// `nearest` is a + b, rounded.
template <Rounding mode, class T>
SIMT_UNCOUNTED auto adjust_sum(T nearest, Wide a, Wide b) {
  // a - a is -0 in this mode alone.
  if (mode == Rounding::kDown && nearest == 0 && a + b == 0) {
    return __builtin_signbit(a) || __builtin_signbit(b) ? -T(0) : T(0);
  }
  // sum + rest is a + b without any rounding (Knuth's TwoSum).
  const Wide sum = a + b;
  const Wide b_part = sum - a;
  const Wide rest = (a - (sum - b_part)) + (b - b_part);
  return adjust<mode>(nearest, sum == static_cast<Wide>(nearest) ? rest : sum - nearest);
}

template <Rounding mode, class T>
[[gnu::noinline]] SIMT_UNCOUNTED auto add(T a, T b) {
  return adjust_sum<mode>(a + b, a, b);
}
template <Rounding mode, class T>
[[gnu::noinline]] SIMT_UNCOUNTED auto multiply(T a, T b) {
  const T nearest = a * b;
  const Wide product = static_cast<Wide>(a) * b;
  return adjust<mode>(nearest, product - nearest);
}
template <Rounding mode, class T>
[[gnu::noinline]] SIMT_UNCOUNTED auto multiply_add(T a, T b, T c) {
  return adjust_sum<mode>(std::fma(a, b, c), static_cast<Wide>(a) * b, c);
}
template <Rounding mode, class T>
[[gnu::noinline]] SIMT_UNCOUNTED auto divide(T a, T b) {
  const T nearest = a / b;
  const Wide remainder = a - static_cast<Wide>(nearest) * b;
  return adjust<mode>(nearest, __builtin_signbit(b) ? -remainder : remainder);
}
template <Rounding mode, class T>
[[gnu::noinline]] SIMT_UNCOUNTED auto square_root(T a) {
  const T nearest = std::sqrt(a);
  return adjust<mode>(nearest, a - static_cast<Wide>(nearest) * nearest);
}
template <Rounding mode, class T, class From>
[[gnu::noinline]] SIMT_UNCOUNTED auto to_floating(From from) {
  const T nearest = static_cast<T>(from);
  return adjust<mode>(nearest, static_cast<Wide>(from) - nearest);
}

/// Values outside of the type's range become its nearest value. NaN becomes 0 if both types have 32
/// bits, otherwise the highest bit alone: as the hardware converts.
template <Rounding mode, class Int, class T>
[[gnu::noinline]] SIMT_UNCOUNTED auto to_integer(T from) {
  constexpr bool kSigned = std::numeric_limits<Int>::is_signed;
  constexpr int kBits = sizeof(Int) * 8;
  if (from != from) {
    return sizeof(T) == 4 && kBits == 32 ? 0 : static_cast<Int>(Int(1) << (kBits - 1));
  }
  // In double: <cmath>'s functions of float are inline there, and would be counted.
  const double value = from;
  double rounded = 0;
  switch (mode) {
    case Rounding::kNearest:
      rounded = std::nearbyint(value);
      break;
    case Rounding::kZero:
      rounded = std::trunc(value);
      break;
    case Rounding::kUp:
      rounded = std::ceil(value);
      break;
    case Rounding::kDown:
      rounded = std::floor(value);
      break;
  }
  const double end = std::ldexp(1.0, kSigned ? kBits - 1 : kBits);
  if (rounded >= end) return std::numeric_limits<Int>::max();
  if (rounded < (kSigned ? -end : 0)) return std::numeric_limits<Int>::min();
  return static_cast<Int>(rounded);
}

}  // namespace simt

#define SIMT_FLOAT [[gnu::always_inline]] inline

// To the nearest, as the host computes. A name of its own keeps nvcc from fusing a product and a sum;
// the host's compiler fuses none.
SIMT_FLOAT float __fadd_rn(float a, float b) { return a + b; }
SIMT_FLOAT float __fsub_rn(float a, float b) { return a - b; }
SIMT_FLOAT float __fmul_rn(float a, float b) { return a * b; }
SIMT_FLOAT float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
SIMT_FLOAT float __fmaf_ieee_rn(float a, float b, float c) { return fmaf(a, b, c); }
SIMT_FLOAT float __fdiv_rn(float a, float b) { return a / b; }
SIMT_FLOAT float __frcp_rn(float a) { return 1.0f / a; }
SIMT_FLOAT float __fsqrt_rn(float a) { return sqrtf(a); }
SIMT_FLOAT double __dadd_rn(double a, double b) { return a + b; }
SIMT_FLOAT double __dsub_rn(double a, double b) { return a - b; }
SIMT_FLOAT double __dmul_rn(double a, double b) { return a * b; }
SIMT_FLOAT double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
SIMT_FLOAT double __ddiv_rn(double a, double b) { return a / b; }
SIMT_FLOAT double __drcp_rn(double a) { return 1.0 / a; }
SIMT_FLOAT double __dsqrt_rn(double a) { return sqrt(a); }
// Rounding twice could differ from rounding once; for no float does it.
SIMT_FLOAT float __frsqrt_rn(float a) {
  return static_cast<float>(1.0 / sqrt(static_cast<double>(a)));
}

#define SIMT_ROUNDED(suffix, mode)                                                             \
  SIMT_FLOAT float __fadd_##suffix(float a, float b) { return simt::add<mode>(a, b); }         \
  SIMT_FLOAT float __fsub_##suffix(float a, float b) { return simt::add<mode>(a, -b); }        \
  SIMT_FLOAT float __fmul_##suffix(float a, float b) { return simt::multiply<mode>(a, b); }    \
  SIMT_FLOAT float __fmaf_##suffix(float a, float b, float c) {                                \
    return simt::multiply_add<mode>(a, b, c);                                                  \
  }                                                                                            \
  SIMT_FLOAT float __fmaf_ieee_##suffix(float a, float b, float c) {                           \
    return simt::multiply_add<mode>(a, b, c);                                                  \
  }                                                                                            \
  SIMT_FLOAT float __fdiv_##suffix(float a, float b) { return simt::divide<mode>(a, b); }      \
  SIMT_FLOAT float __frcp_##suffix(float a) { return simt::divide<mode>(1.0f, a); }            \
  SIMT_FLOAT float __fsqrt_##suffix(float a) { return simt::square_root<mode>(a); }            \
  SIMT_FLOAT double __dadd_##suffix(double a, double b) { return simt::add<mode>(a, b); }      \
  SIMT_FLOAT double __dsub_##suffix(double a, double b) { return simt::add<mode>(a, -b); }     \
  SIMT_FLOAT double __dmul_##suffix(double a, double b) { return simt::multiply<mode>(a, b); } \
  SIMT_FLOAT double __fma_##suffix(double a, double b, double c) {                             \
    return simt::multiply_add<mode>(a, b, c);                                                  \
  }                                                                                            \
  SIMT_FLOAT double __ddiv_##suffix(double a, double b) { return simt::divide<mode>(a, b); }   \
  SIMT_FLOAT double __drcp_##suffix(double a) { return simt::divide<mode>(1.0, a); }           \
  SIMT_FLOAT double __dsqrt_##suffix(double a) { return simt::square_root<mode>(a); }
SIMT_ROUNDED(rz, simt::Rounding::kZero)
SIMT_ROUNDED(ru, simt::Rounding::kUp)
SIMT_ROUNDED(rd, simt::Rounding::kDown)
#undef SIMT_ROUNDED

#define SIMT_TO_INTEGER(name, suffix, mode, Int, Type) \
  SIMT_FLOAT Int name##_##suffix(Type x) { return simt::to_integer<mode, Int>(x); }
#define SIMT_TO_FLOATING(name, suffix, mode, Type, From) \
  SIMT_FLOAT Type name##_##suffix(From x) { return simt::to_floating<mode, Type>(x); }
#define SIMT_CONVERSIONS(suffix, mode)                                     \
  SIMT_TO_INTEGER(__float2int, suffix, mode, int, float)                   \
  SIMT_TO_INTEGER(__float2uint, suffix, mode, unsigned, float)             \
  SIMT_TO_INTEGER(__float2ll, suffix, mode, long long, float)              \
  SIMT_TO_INTEGER(__float2ull, suffix, mode, unsigned long long, float)    \
  SIMT_TO_INTEGER(__double2int, suffix, mode, int, double)                 \
  SIMT_TO_INTEGER(__double2uint, suffix, mode, unsigned, double)           \
  SIMT_TO_INTEGER(__double2ll, suffix, mode, long long, double)            \
  SIMT_TO_INTEGER(__double2ull, suffix, mode, unsigned long long, double)  \
  SIMT_TO_FLOATING(__int2float, suffix, mode, float, int)                  \
  SIMT_TO_FLOATING(__uint2float, suffix, mode, float, unsigned)            \
  SIMT_TO_FLOATING(__ll2float, suffix, mode, float, long long)             \
  SIMT_TO_FLOATING(__ull2float, suffix, mode, float, unsigned long long)   \
  SIMT_TO_FLOATING(__ll2double, suffix, mode, double, long long)           \
  SIMT_TO_FLOATING(__ull2double, suffix, mode, double, unsigned long long) \
  SIMT_TO_FLOATING(__double2float, suffix, mode, float, double)
SIMT_CONVERSIONS(rn, simt::Rounding::kNearest)
SIMT_CONVERSIONS(rz, simt::Rounding::kZero)
SIMT_CONVERSIONS(ru, simt::Rounding::kUp)
SIMT_CONVERSIONS(rd, simt::Rounding::kDown)
#undef SIMT_CONVERSIONS
#undef SIMT_TO_FLOATING
#undef SIMT_TO_INTEGER
SIMT_FLOAT double __int2double_rn(int x) { return x; }
SIMT_FLOAT double __uint2double_rn(unsigned x) { return x; }

// The same bits under another type.
SIMT_FLOAT int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
SIMT_FLOAT float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
SIMT_FLOAT unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
SIMT_FLOAT float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
SIMT_FLOAT long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
SIMT_FLOAT double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
SIMT_FLOAT int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
SIMT_FLOAT int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
SIMT_FLOAT double __hiloint2double(int high, int low) {
  return __longlong_as_double(
      static_cast<long long>(static_cast<unsigned long long>(static_cast<unsigned>(high)) << 32 |
                             static_cast<unsigned>(low)));
}

#undef SIMT_FLOAT
