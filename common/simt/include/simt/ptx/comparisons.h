/// @file
/// Inline PTX: comparisons and choices.
#pragma once

#include "simt/ptx/operands.h"
#include "simt/small_float.h"

namespace simt::ptx {

// Comparisons: false with a NaN, but for ne and those with a u. Operator and type are a pair of the PTX.
#define SIMT_PTX_COMPARISON(name, expression) \
  struct name {                               \
    template <class T>                        \
    SIMT_INLINE static bool of(T a, T b) {    \
      return expression;                      \
    }                                         \
  };
SIMT_PTX_COMPARISON(eq_, a == b)
SIMT_PTX_COMPARISON(ne_, a<b || a> b)
SIMT_PTX_COMPARISON(lt_, a < b)
SIMT_PTX_COMPARISON(le_, a <= b)
SIMT_PTX_COMPARISON(gt_, a > b)
SIMT_PTX_COMPARISON(ge_, a >= b)
SIMT_PTX_COMPARISON(equ_, !(a < b || a > b))
SIMT_PTX_COMPARISON(neu_, a != b)
SIMT_PTX_COMPARISON(ltu_, !(a >= b))
SIMT_PTX_COMPARISON(leu_, !(a > b))
SIMT_PTX_COMPARISON(gtu_, !(a <= b))
SIMT_PTX_COMPARISON(geu_, !(a < b))
// of unsigned numbers
SIMT_PTX_COMPARISON(lo_, a < b)
SIMT_PTX_COMPARISON(ls_, a <= b)
SIMT_PTX_COMPARISON(hi_, a > b)
SIMT_PTX_COMPARISON(hs_, a >= b)
SIMT_PTX_COMPARISON(num_, a == a && b == b)
SIMT_PTX_COMPARISON(nan_, a != a || b != b)
#undef SIMT_PTX_COMPARISON

struct and_both {
  SIMT_INLINE static bool of(bool a, bool b) { return a && b; }
};
struct or_both {
  SIMT_INLINE static bool of(bool a, bool b) { return a || b; }
};
struct xor_both {
  SIMT_INLINE static bool of(bool a, bool b) { return a != b; }
};

/// The numbers that are compared: those of half precision are widened.
template <class T>
SIMT_INLINE T comparable(T value) {
  return value;
}
template <int fraction>
SIMT_INLINE f32 comparable(Half<fraction> value) {
  return simt::widen<fraction>(value.bits);
}
template <class Comparison, class T, class A, class B>
SIMT_INLINE bool holds(const A& a, const B& b) {
  return Comparison::of(comparable(get<T>(a)), comparable(get<T>(b)));
}
template <class Comparison, class T, class P, class Q, class A, class B>
SIMT_INLINE void setp(P&& p, Q&& q, const A& a, const B& b) {
  const bool result = holds<Comparison, T>(a, b);
  set(p, result);
  set(q, !result);
}
/// `setp.lt.and.s32 p|q, a, b, c`
template <class Comparison, class Combine, class T, class P, class Q, class A, class B>
SIMT_INLINE void setp(P&& p, Q&& q, const A& a, const B& b, bool c) {
  const bool result = holds<Comparison, T>(a, b);
  set(p, Combine::of(result, c));
  set(q, Combine::of(!result, c));
}

/// True is 1.0 as a number, and all ones as an integer.
template <class T>
inline constexpr T kTrue = std::is_integral_v<T> ? static_cast<T>(-1) : T{1};
template <class Comparison, class To, class T, class D, class A, class B>
SIMT_INLINE void set_if(D&& d, const A& a, const B& b) {
  set(d, holds<Comparison, T>(a, b) ? kTrue<To> : To{0});
}
template <class Comparison, class Combine, class To, class T, class D, class A, class B>
SIMT_INLINE void set_if(D&& d, const A& a, const B& b, bool c) {
  set(d, Combine::of(holds<Comparison, T>(a, b), c) ? kTrue<To> : To{0});
}

template <class T, class D, class A, class B>
SIMT_INLINE void selp(D&& d, const A& a, const B& b, bool c) {
  set(d, c ? get<T>(a) : get<T>(b));
}
/// Selects by a number: a if c is not negative.
template <class T, class Selector, class D, class A, class B, class C>
SIMT_INLINE void slct(D&& d, const A& a, const B& b, const C& c) {
  set(d, get<Selector>(c) >= 0 ? get<T>(a) : get<T>(b));
}

// Kinds of numbers.
#define SIMT_PTX_TEST(name, expression) \
  struct name {                         \
    template <class T>                  \
    SIMT_INLINE static bool of(T a) {   \
      return expression;                \
    }                                   \
  };
SIMT_PTX_TEST(is_finite, __builtin_isfinite(a))
SIMT_PTX_TEST(is_infinite, __builtin_isinf(a))
SIMT_PTX_TEST(is_number, a == a)
SIMT_PTX_TEST(is_notanumber, a != a)
SIMT_PTX_TEST(is_normal, __builtin_isnormal(a) || a == 0)
SIMT_PTX_TEST(is_subnormal, __builtin_isfinite(a) && !__builtin_isnormal(a) && a != 0)
#undef SIMT_PTX_TEST
template <class Test, class T, class P, class A>
SIMT_INLINE void testp(P&& p, const A& a) {
  set(p, bool{Test::of(get<T>(a))});
}

}  // namespace simt::ptx
