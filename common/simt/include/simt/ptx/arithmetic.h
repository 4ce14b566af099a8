/// @file
/// Inline PTX: arithmetic, comparisons, bits and conversions. Integers wrap.
#pragma once

#include <cmath>
#include <limits>

#include "simt/integer_intrinsics.h"
#include "simt/ptx/operands.h"

namespace simt::ptx {

/// The type in which a T is computed without undefined overflow.
template <class T>
using Wrapping = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>,
                                             std::enable_if<true, T>>::type;

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
SIMT_PTX_BINARY(and_, T, a& b)
SIMT_PTX_BINARY(or_, T, a | b)
SIMT_PTX_BINARY(xor_, T, a ^ b)
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

#define SIMT_PTX_UNARY(name, expression)      \
  template <class T, class D, class A>        \
  SIMT_INLINE void name(D&& d, const A& a_) { \
    const T a = get<T>(a_);                   \
    set(d, static_cast<T>(expression));       \
  }
SIMT_PTX_UNARY(mov, a)
SIMT_PTX_UNARY(neg, -static_cast<Wrapping<T>>(a))
SIMT_PTX_UNARY(abs, std::signbit(static_cast<double>(a)) ? -static_cast<Wrapping<T>>(a)
                                                         : static_cast<Wrapping<T>>(a))
SIMT_PTX_UNARY(not_, (std::is_same_v<T, pred> ? !a : ~a))
SIMT_PTX_UNARY(cnot, a == 0)
SIMT_PTX_UNARY(sqrt, std::sqrt(a))
SIMT_PTX_UNARY(rsqrt, 1 / std::sqrt(a))
SIMT_PTX_UNARY(rcp, 1 / a)
SIMT_PTX_UNARY(ex2, std::exp2(a))
SIMT_PTX_UNARY(lg2, std::log2(a))
SIMT_PTX_UNARY(sin, std::sin(a))
SIMT_PTX_UNARY(cos, std::cos(a))
SIMT_PTX_UNARY(tanh, std::tanh(a))
#undef SIMT_PTX_UNARY

/// `mov.b64 d, {low, high}` and `mov.b64 {low, high}, a`: packs and takes apart.
template <class T, class D, class... Part>
SIMT_INLINE void mov(D&& d, const Vector<Part...>& parts) {
  constexpr unsigned kBits = sizeof(T) * 8 / sizeof...(Part);
  using Piece = std::conditional_t<kBits == 32, u32, std::conditional_t<kBits == 16, u16, u8>>;
  T value = 0;
  unsigned at = 0;
  std::apply(
      [&](const auto&... part) {
        ((value = static_cast<T>(value | static_cast<T>(get<Piece>(part)) << at), at += kBits),
         ...);
      },
      parts.elements);
  set(d, value);
}
template <class T, class... Part, class A>
SIMT_INLINE void mov(Vector<Part...>&& parts, const A& a) {
  constexpr unsigned kBits = sizeof(T) * 8 / sizeof...(Part);
  using Piece = std::conditional_t<kBits == 32, u32, std::conditional_t<kBits == 16, u16, u8>>;
  const T value = get<T>(a);
  unsigned at = 0;
  std::apply(
      [&](auto&... part) { ((set(part, static_cast<Piece>(value >> at)), at += kBits), ...); },
      parts.elements);
}

// Shifts by more than the word has bits shift everything out.
template <class T, class D, class A, class B>
SIMT_INLINE void shl(D&& d, const A& a, const B& b) {
  const u32 count = get<u32>(b);
  set(d, static_cast<T>(count < sizeof(T) * 8 ? static_cast<Wrapping<T>>(get<T>(a)) << count : 0));
}
template <class T, class D, class A, class B>
SIMT_INLINE void shr(D&& d, const A& a, const B& b) {
  const u32 count = get<u32>(b);
  const T value = get<T>(a);
  set(d, static_cast<T>(count < sizeof(T) * 8 ? value >> count : value < 0 ? -1 : 0));
}

/// Every bit is looked up in the table of eight: which of a, b and c have it.
template <class D, class A, class B, class C, class Table>
SIMT_INLINE void lop3(D&& d, const A& a_, const B& b_, const C& c_, const Table& table_) {
  const u32 a = get<u32>(a_), b = get<u32>(b_), c = get<u32>(c_), table = get<u32>(table_);
  u32 result = 0;
  for (unsigned i = 0; i < 8; ++i) {
    if ((table >> i & 1) == 0) continue;
    result |= ((i & 4) != 0 ? a : ~a) & ((i & 2) != 0 ? b : ~b) & ((i & 1) != 0 ? c : ~c);
  }
  set(d, result);
}
template <class D, class A, class B, class C>
SIMT_INLINE void prmt(D&& d, const A& a, const B& b, const C& selector_) {
  const u32 selector = get<u32>(selector_), plain = __byte_perm(get<u32>(a), get<u32>(b), selector);
  u32 result = 0;
  for (unsigned i = 0; i < 4;
       ++i) {  // with the highest bit of its four: the byte's sign, eight times
    const u32 byte = plain >> 8 * i & 0xff;
    result |= ((selector >> (4 * i + 3) & 1) == 0 ? byte : byte >> 7 != 0 ? 0xffu : 0) << 8 * i;
  }
  set(d, result);
}
#define SIMT_PTX_FUNNEL(name, function)                                       \
  template <class D, class A, class B, class C>                               \
  SIMT_INLINE void name(D&& d, const A& low, const B& high, const C& count) { \
    set(d, function(get<u32>(low), get<u32>(high), get<u32>(count)));         \
  }
SIMT_PTX_FUNNEL(shf_l_wrap, __funnelshift_l)
SIMT_PTX_FUNNEL(shf_r_wrap, __funnelshift_r)
SIMT_PTX_FUNNEL(shf_l_clamp, __funnelshift_lc)
SIMT_PTX_FUNNEL(shf_r_clamp, __funnelshift_rc)
#undef SIMT_PTX_FUNNEL

/// The `length` bits of a from bit `position`; for signed types with the sign of the highest.
template <class T, class D, class A, class B, class C>
SIMT_INLINE void bfe(D&& d, const A& a, const B& position_, const C& length_) {
  using U = Wrapping<T>;
  constexpr unsigned kBits = sizeof(T) * 8;
  const unsigned position = get<u32>(position_) & 0xff, length = get<u32>(length_) & 0xff;
  const T value = get<T>(a);
  const T shifted =
      position < kBits ? static_cast<T>(value >> position) : static_cast<T>(value < 0 ? -1 : 0);
  if (length == 0) return set(d, T{0});
  if (length >= kBits) return set(d, shifted);
  const auto left = static_cast<T>(static_cast<U>(shifted) << (kBits - length));
  set(d, static_cast<T>(left >> (kBits - length)));
}
/// b with the `length` lowest bits of a from bit `position`.
template <class T, class D, class A, class B, class P, class L>
SIMT_INLINE void bfi(D&& d, const A& a, const B& b, const P& position_, const L& length_) {
  constexpr unsigned kBits = sizeof(T) * 8;
  const unsigned position = get<u32>(position_) & 0xff, length = get<u32>(length_) & 0xff;
  const T ones = length < kBits ? static_cast<T>((T{1} << length) - 1) : static_cast<T>(~T{0});
  const T mask = position < kBits ? static_cast<T>(ones << position) : T{0};
  const T field = position < kBits ? static_cast<T>(get<T>(a) << position) : T{0};
  set(d, static_cast<T>((get<T>(b) & ~mask) | (field & mask)));
}
/// Ones from bit `position` on, `length` of them.
template <class D, class P, class L>
SIMT_INLINE void bmsk_clamp(D&& d, const P& position_, const L& length_) {
  const u32 position = get<u32>(position_), length = get<u32>(length_);
  const u32 ones = length < 32 ? (u32{1} << length) - 1 : ~u32{0};
  set(d, position < 32 ? ones << position : u32{0});
}
template <class D, class P, class L>
SIMT_INLINE void bmsk_wrap(D&& d, const P& position, const L& length) {
  bmsk_clamp(d, get<u32>(position) & 31, get<u32>(length) & 31);
}
/// The highest bit that is not the sign: its number, or the shift that brings it to the top; else ~0.
template <class T, bool ShiftAmount, class D, class A>
SIMT_INLINE void bfind(D&& d, const A& a) {
  const T value = get<T>(a);
  const auto bits = static_cast<Wrapping<T>>(value < 0 ? ~value : value);
  if (bits == 0) return set(d, ~u32{0});
  const unsigned highest = 63 - static_cast<unsigned>(__builtin_clzll(bits));
  set(d, ShiftAmount ? static_cast<u32>(sizeof(T) * 8 - 1 - highest) : u32{highest});
}
template <class T, class D, class A>
SIMT_INLINE void brev(D&& d, const A& a) {
  set(d, static_cast<T>(__brevll(get<T>(a)) >> (64 - sizeof(T) * 8)));
}
template <class T, class D, class A>
SIMT_INLINE void clz(D&& d, const A& a) {
  set(d, static_cast<u32>(__clzll(static_cast<s64>(u64{get<T>(a)}))) - u32{64 - sizeof(T) * 8});
}
template <class T, class D, class A>
SIMT_INLINE void popc(D&& d, const A& a) {
  set(d, static_cast<u32>(__popcll(get<T>(a))));
}

// Comparisons: false with a NaN, but for ne and those with a u. Operator and type are a pair of the PTX.
#define SIMT_PTX_COMPARISON(name, expression) \
  struct name {                               \
    template <class T>                        \
    SIMT_INLINE static bool of(T a, T b) {    \
      return expression;                      \
    }                                         \
  };
SIMT_PTX_COMPARISON(eq, a == b)
SIMT_PTX_COMPARISON(ne, a<b || a> b)
SIMT_PTX_COMPARISON(lt, a < b)
SIMT_PTX_COMPARISON(le, a <= b)
SIMT_PTX_COMPARISON(gt, a > b)
SIMT_PTX_COMPARISON(ge, a >= b)
SIMT_PTX_COMPARISON(equ, !(a < b || a > b))
SIMT_PTX_COMPARISON(neu, a != b)
SIMT_PTX_COMPARISON(ltu, !(a >= b))
SIMT_PTX_COMPARISON(leu, !(a > b))
SIMT_PTX_COMPARISON(gtu, !(a <= b))
SIMT_PTX_COMPARISON(geu, !(a < b))
SIMT_PTX_COMPARISON(num, a == a && b == b)
SIMT_PTX_COMPARISON(nan, a != a || b != b)
#undef SIMT_PTX_COMPARISON

template <class Comparison, class T, class P, class Q, class A, class B>
SIMT_INLINE void setp(P&& p, Q&& q, const A& a, const B& b) {
  const bool holds = Comparison::of(get<T>(a), get<T>(b));
  set(p, holds);
  set(q, !holds);
}
/// `setp.lt.and.s32 p|q, a, b, c`
template <class Comparison, class Combine, class T, class P, class Q, class A, class B>
SIMT_INLINE void setp(P&& p, Q&& q, const A& a, const B& b, bool c) {
  const bool holds = Comparison::of(get<T>(a), get<T>(b));
  set(p, Combine::of(holds, c));
  set(q, Combine::of(!holds, c));
}
struct both {
  SIMT_INLINE static bool of(bool a, bool b) { return a && b; }
};
struct either {
  SIMT_INLINE static bool of(bool a, bool b) { return a || b; }
};
struct just_one {
  SIMT_INLINE static bool of(bool a, bool b) { return a != b; }
};
template <class T, class D, class A, class B>
SIMT_INLINE void selp(D&& d, const A& a, const B& b, bool c) {
  set(d, c ? get<T>(a) : get<T>(b));
}

/// How a conversion rounds: to nearest even, to zero, down, up.
enum class Rounding { kNearest, kZero, kDown, kUp };
/// @param to_integer `.rni` and its like: a floating-point number without a fraction
template <class To, class From, Rounding Mode = Rounding::kNearest, class D, class A>
SIMT_INLINE void cvt(D&& d, const A& a) {
  From value = get<From>(a);
  if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    value = Mode == Rounding::kNearest ? std::nearbyint(value)
            : Mode == Rounding::kZero  ? std::trunc(value)
            : Mode == Rounding::kDown  ? std::floor(value)
                                       : std::ceil(value);
    constexpr From kLow = static_cast<From>(std::numeric_limits<To>::min());
    constexpr From kHigh = static_cast<From>(std::numeric_limits<To>::max());
    set(d, value != value   ? To{0}
           : value <= kLow  ? std::numeric_limits<To>::min()
           : value >= kHigh ? std::numeric_limits<To>::max()
                            : static_cast<To>(value));
  } else {
    set(d, static_cast<To>(value));
  }
}

}  // namespace simt::ptx
