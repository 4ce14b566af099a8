/// @file
/// Inline PTX: arithmetic as it is mostly written. Integers wrap; numbers are rounded to the nearest.
#pragma once

#include <cmath>

#include "simt/integer_intrinsics.h"
#include "simt/ptx/bits.h"
#include "simt/ptx/operands.h"

namespace simt::ptx {

/// By zero: all ones. The lowest number by -1: itself.
template <class T>
SIMT_INLINE T quotient(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    if (b == 0) return static_cast<T>(-1);
    if (std::is_signed_v<T> && b == static_cast<T>(-1)) return static_cast<T>(-Wrapping<T>(a));
  }
  return a / b;
}

#define SIMT_PTX_BINARY(name, Compute, expression)         \
  template <class T, class D, class A, class B>            \
  SIMT_INLINE void name(D&& d, const A& a_, const B& b_) { \
    const auto a = static_cast<Compute>(get<T>(a_));       \
    const auto b = static_cast<Compute>(get<T>(b_));       \
    set(d, static_cast<T>(expression));                    \
  }
SIMT_PTX_BINARY(add, Wrapping<T>, a + b)
SIMT_PTX_BINARY(sub, Wrapping<T>, a - b)
SIMT_PTX_BINARY(mul, T, a* b)
SIMT_PTX_BINARY(div, T, quotient(a, b))
SIMT_PTX_BINARY(rem, T, b == 0 ? a : Wrapping<T>(a) - Wrapping<T>(quotient(a, b)) * Wrapping<T>(b))
#undef SIMT_PTX_BINARY

template <class T, class D, class A, class B>
SIMT_INLINE void min(D&& d, const A& a_, const B& b_) {
  const T a = get<T>(a_), b = get<T>(b_);
  if constexpr (std::is_floating_point_v<T>) {
    set(d, static_cast<T>(std::fmin(a, b)));
  } else {
    set(d, a < b ? a : b);
  }
}
template <class T, class D, class A, class B>
SIMT_INLINE void max(D&& d, const A& a_, const B& b_) {
  const T a = get<T>(a_), b = get<T>(b_);
  if constexpr (std::is_floating_point_v<T>) {
    set(d, static_cast<T>(std::fmax(a, b)));
  } else {
    set(d, a > b ? a : b);
  }
}

// Products: of twice the size, or a half of that.
template <std::size_t Bytes, bool Signed>
struct Wider;
template <>
struct Wider<2, true> {
  using Type = s32;
};
template <>
struct Wider<2, false> {
  using Type = u32;
};
template <>
struct Wider<4, true> {
  using Type = s64;
};
template <>
struct Wider<4, false> {
  using Type = u64;
};
template <>
struct Wider<8, true> {
  using Type = Int128;
};
template <>
struct Wider<8, false> {
  using Type = UnsignedInt128;
};
template <class T>
using WiderOf = typename Wider<sizeof(T), std::is_signed_v<T>>::Type;

template <class T, class A, class B>
SIMT_INLINE WiderOf<T> product(const A& a, const B& b) {
  return static_cast<WiderOf<T>>(get<T>(a)) * static_cast<WiderOf<T>>(get<T>(b));
}
template <class T>
SIMT_INLINE T wrapping_sum(T a, T b) {
  return static_cast<T>(static_cast<Wrapping<T>>(a) + static_cast<Wrapping<T>>(b));
}
template <class T, class D, class A, class B>
SIMT_INLINE void mul_lo(D&& d, const A& a, const B& b) {
  set(d, static_cast<T>(product<T>(a, b)));
}
template <class T, class D, class A, class B>
SIMT_INLINE void mul_hi(D&& d, const A& a, const B& b) {
  set(d, static_cast<T>(product<T>(a, b) >> sizeof(T) * 8));
}
template <class T, class D, class A, class B>
SIMT_INLINE void mul_wide(D&& d, const A& a, const B& b) {
  set(d, product<T>(a, b));
}
template <class T, class D, class A, class B, class C>
SIMT_INLINE void mad_lo(D&& d, const A& a, const B& b, const C& c) {
  set(d, wrapping_sum(static_cast<T>(product<T>(a, b)), get<T>(c)));
}
template <class T, class D, class A, class B, class C>
SIMT_INLINE void mad_hi(D&& d, const A& a, const B& b, const C& c) {
  set(d, wrapping_sum(static_cast<T>(product<T>(a, b) >> sizeof(T) * 8), get<T>(c)));
}
template <class T, class D, class A, class B, class C>
SIMT_INLINE void mad_wide(D&& d, const A& a, const B& b, const C& c) {
  set(d, wrapping_sum(product<T>(a, b), get<WiderOf<T>>(c)));
}
template <class T, class D, class A, class B, class C>
SIMT_INLINE void fma(D&& d, const A& a, const B& b, const C& c) {
  set(d, static_cast<T>(std::fma(get<T>(a), get<T>(b), get<T>(c))));
}
template <class T, class D, class A, class B, class C>
SIMT_INLINE void sad(D&& d, const A& a_, const B& b_, const C& c) {
  const T a = get<T>(a_), b = get<T>(b_);
  const auto difference = a < b ? static_cast<Wrapping<T>>(b) - static_cast<Wrapping<T>>(a)
                                : static_cast<Wrapping<T>>(a) - static_cast<Wrapping<T>>(b);
  set(d, wrapping_sum(static_cast<T>(difference), get<T>(c)));
}

// `.approx` is computed as exactly as the host can.
#define SIMT_PTX_UNARY(name, expression)      \
  template <class T, class D, class A>        \
  SIMT_INLINE void name(D&& d, const A& a_) { \
    const T a = get<T>(a_);                   \
    set(d, static_cast<T>(expression));       \
  }
SIMT_PTX_UNARY(neg, -static_cast<Wrapping<T>>(a))
SIMT_PTX_UNARY(abs, std::signbit(static_cast<double>(a)) ? -static_cast<Wrapping<T>>(a)
                                                         : static_cast<Wrapping<T>>(a))
SIMT_PTX_UNARY(sqrt, std::sqrt(a))
SIMT_PTX_UNARY(rsqrt, 1 / std::sqrt(a))
SIMT_PTX_UNARY(rcp, 1 / a)
SIMT_PTX_UNARY(ex2, std::exp2(a))
SIMT_PTX_UNARY(lg2, std::log2(a))
SIMT_PTX_UNARY(sin, std::sin(a))
SIMT_PTX_UNARY(cos, std::cos(a))
SIMT_PTX_UNARY(tanh, std::tanh(a))
#undef SIMT_PTX_UNARY

}  // namespace simt::ptx
