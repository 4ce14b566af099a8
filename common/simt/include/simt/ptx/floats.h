/// @file
/// Inline PTX: numbers with a rounding mode, with saturation, in half precision, and conversions.
#pragma once

#include "simt/float_intrinsics.h"
#include "simt/ptx/operands.h"
#include "simt/small_float.h"

namespace simt::ptx {

using simt::Absolute;
using simt::Add;
using simt::Divide;
using simt::Exp2;
using simt::Maximum;
using simt::MaximumNan;
using simt::Minimum;
using simt::MinimumNan;
using simt::Multiply;
using simt::MultiplyAdd;
using simt::Negate;
using simt::Reciprocal;
using simt::Rectified;
using simt::Rounding;
using simt::Saturated;
using simt::SquareRoot;
using simt::Subtract;
using simt::Tanh;

/// What an operation makes of numbers in their own precision.
template <Rounding mode, class T>
SIMT_INLINE T exactly(Add, T a, T b) {
  return simt::add<mode>(a, b);
}
template <Rounding mode, class T>
SIMT_INLINE T exactly(Subtract, T a, T b) {
  return simt::add<mode>(a, -b);
}
template <Rounding mode, class T>
SIMT_INLINE T exactly(Multiply, T a, T b) {
  return simt::multiply<mode>(a, b);
}
template <Rounding mode, class T>
SIMT_INLINE T exactly(Divide, T a, T b) {
  return simt::divide<mode>(a, b);
}
template <Rounding mode, class T>
SIMT_INLINE T exactly(MultiplyAdd, T a, T b, T c) {
  return simt::multiply_add<mode>(a, b, c);
}
template <Rounding mode, class T>
SIMT_INLINE T exactly(Reciprocal, T a) {
  return simt::divide<mode>(T{1}, a);
}
template <Rounding mode, class T>
SIMT_INLINE T exactly(SquareRoot, T a) {
  return simt::square_root<mode>(a);
}
template <class Operation, Rounding mode, class T, class D, class... X>
SIMT_INLINE void rounded(D&& d, const X&... x) {
  set(d, exactly<mode>(Operation(), get<T>(x)...));
}
/// In [0, 1]; NaN becomes 0.
template <class T>
SIMT_INLINE T saturated(T value) {
  return value > 0 ? (value < 1 ? value : T{1}) : T{0};
}
template <class Operation, Rounding mode, class D, class... X>
SIMT_INLINE void rounded_sat(D&& d, const X&... x) {
  set(d, saturated(exactly<mode>(Operation(), get<f32>(x)...)));
}

#define SIMT_PTX_EXTREME(name, Operation)                          \
  template <class D, class A, class B>                             \
  SIMT_INLINE void name(D&& d, const A& a, const B& b) {           \
    const f32 x = get<f32>(a), y = get<f32>(b);                    \
    set(d, static_cast<f32>(Operation::of(double{x}, double{y}))); \
  }
SIMT_PTX_EXTREME(min_nan, MinimumNan)
SIMT_PTX_EXTREME(max_nan, MaximumNan)
#undef SIMT_PTX_EXTREME

/// b with the sign of a.
template <class T, class D, class A, class B>
SIMT_INLINE void copysign(D&& d, const A& a, const B& b) {
  const T magnitude = get<T>(b) < 0 || __builtin_signbit(get<T>(b)) ? -get<T>(b) : get<T>(b);
  set(d, __builtin_signbit(get<T>(a)) ? -magnitude : magnitude);
}

// Half precision: each operation is exact, then rounded once.
template <class Operation, int fraction, class... Rest>
SIMT_INLINE u16 half_result(Half<fraction> first, Rest... rest) {
  return simt::narrow<fraction>(Operation::of(double{simt::widen<fraction>(first.bits)},
                                              double{simt::widen<fraction>(rest.bits)}...));
}
template <class Operation, int fraction, class... Rest>
SIMT_INLINE Half<fraction> computed(Half<fraction> first, Rest... rest) {
  return {half_result<Operation>(first, rest...)};
}
template <class Operation, int fraction, class... Rest>
SIMT_INLINE HalfPair<fraction> computed(HalfPair<fraction> first, Rest... rest) {
  return {half_result<Operation>(Half<fraction>{first.low}, Half<fraction>{rest.low}...),
          half_result<Operation>(Half<fraction>{first.high}, Half<fraction>{rest.high}...)};
}
template <class Operation, class T, class D, class... X>
SIMT_INLINE void half(D&& d, const X&... x) {
  set(d, computed<Operation>(get<T>(x)...));
}

// Conversions. A result that does not fit an integer becomes the nearest one that does.
template <class Int, Rounding mode, int fraction>
SIMT_INLINE Int integer_of(Half<fraction> value) {
  return simt::widen_to_integer<mode, Int>(simt::widen<fraction>(value.bits));
}
template <class Int, Rounding mode, class T>
SIMT_INLINE Int integer_of(T value) {
  if constexpr (sizeof(Int) >= 4) {
    return simt::to_integer<mode, Int>(value);
  } else {
    constexpr s32 kLow = std::numeric_limits<Int>::min(), kHigh = std::numeric_limits<Int>::max();
    const s32 integer = simt::to_integer<mode, s32>(value);
    return static_cast<Int>(integer < kLow ? kLow : integer > kHigh ? kHigh : integer);
  }
}
template <class To, class From, Rounding mode = Rounding::kNearest, class D, class A>
SIMT_INLINE void cvt(D&& d, const A& a) {
  if constexpr (std::is_integral_v<To> && !std::is_integral_v<From>) {
    set(d, integer_of<To, mode>(get<From>(a)));
  } else {
    set(d, static_cast<To>(get<From>(a)));
  }
}
template <class To, class From, class D, class A>
SIMT_INLINE void cvt_sat(D&& d, const A& a) {
  const From value = get<From>(a);
  if constexpr (std::is_integral_v<To>) {
    using Limits = std::numeric_limits<To>;
    const auto wide = static_cast<Int128>(value);
    set(d, wide < Limits::min()   ? Limits::min()
           : wide > Limits::max() ? Limits::max()
                                  : static_cast<To>(value));
  } else {
    set(d, saturated(static_cast<To>(value)));
  }
}
template <class To, class From, Rounding mode, class D, class A>
SIMT_INLINE void cvt_rounded(D&& d, const A& a) {
  set(d, simt::to_floating<mode, To>(get<From>(a)));
}
/// A number without a fraction.
template <Rounding mode>
SIMT_INLINE double integral(double value) {
  switch (mode) {
    case Rounding::kNearest:
      return std::nearbyint(value);
    case Rounding::kZero:
      return std::trunc(value);
    case Rounding::kDown:
      return std::floor(value);
    default:
      return std::ceil(value);
  }
}
template <class T, Rounding mode, class D, class A>
SIMT_INLINE void cvt_integral(D&& d, const A& a) {
  if constexpr (sizeof(T) == 2) {
    const T value = get<T>(a);
    constexpr int kFraction = std::is_same_v<T, f16> ? 10 : 7;
    set(d, simt::narrow<kFraction>(integral<mode>(simt::widen<kFraction>(value.bits))));
  } else {
    set(d, static_cast<T>(integral<mode>(get<T>(a))));
  }
}
/// To 10 bits of fraction, half away from zero: a number whose lower bits are 0.
template <class D, class A>
SIMT_INLINE void cvt_tf32(D&& d, const A& a) {
  const u32 bits = get<u32>(a);
  set(d, get<f32>(a) != get<f32>(a) ? u32{0x7fffffff} : (bits + 0x1000) & ~u32{0x1fff});
}
template <class T, int fraction>
SIMT_INLINE T number_of(Half<fraction> value) {
  return simt::widen<fraction>(value.bits);
}
template <class To, class From, class D, class A>
SIMT_INLINE void cvt_from_half(D&& d, const A& a) {
  set(d, number_of<To>(get<From>(a)));
}
template <Rounding mode, bool Relu, int fraction, class From>
SIMT_INLINE u16 narrowed(Half<fraction>, From value) {
  if constexpr (std::is_integral_v<From>) {
    return simt::narrow_integer<fraction, mode>(value);
  } else {
    return simt::narrow<fraction, mode>(Relu && value <= 0 ? From{0} : value);
  }
}
template <class To, class From, Rounding mode, bool Relu, class D, class A>
SIMT_INLINE void cvt_to_half(D&& d, const A& a) {
  set(d, narrowed<mode, Relu>(To(), get<From>(a)));
}
template <Rounding mode, bool Relu, int fraction>
SIMT_INLINE HalfPair<fraction> pair_of(HalfPair<fraction>, f32 high, f32 low) {
  return {narrowed<mode, Relu>(Half<fraction>(), low),
          narrowed<mode, Relu>(Half<fraction>(), high)};
}
template <class To, Rounding mode, bool Relu, class D, class A, class B>
SIMT_INLINE void cvt_to_pair(D&& d, const A& high, const B& low) {
  set(d, pair_of<mode, Relu>(To(), get<f32>(high), get<f32>(low)));
}

}  // namespace simt::ptx
