/// @file
/// Inline PTX: bits, one by one or in fields, and moves.
#pragma once

#include "simt/integer_intrinsics.h"
#include "simt/ptx/operands.h"

namespace simt::ptx {

/// The type in which a T is computed without undefined overflow.
template <class T>
using Wrapping = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>,
                                             std::enable_if<true, T>>::type;

#define SIMT_PTX_BITWISE(name, expression)                 \
  template <class T, class D, class A, class B>            \
  SIMT_INLINE void name(D&& d, const A& a_, const B& b_) { \
    const T a = get<T>(a_), b = get<T>(b_);                \
    set(d, static_cast<T>(expression));                    \
  }
SIMT_PTX_BITWISE(and_, a& b)
SIMT_PTX_BITWISE(or_, a | b)
SIMT_PTX_BITWISE(xor_, a ^ b)
#undef SIMT_PTX_BITWISE
template <class T, class D, class A>
SIMT_INLINE void not_(D&& d, const A& a_) {
  const T a = get<T>(a_);
  set(d, static_cast<T>(std::is_same_v<T, pred> ? !a : ~a));
}
template <class T, class D, class A>
SIMT_INLINE void cnot(D&& d, const A& a) {
  set(d, static_cast<T>(get<T>(a) == 0));
}
template <class T, class D, class A>
SIMT_INLINE void mov(D&& d, const A& a) {
  set(d, get<T>(a));
}
template <unsigned bits>
using PieceOf = std::conditional_t<
    bits == 64, u64, std::conditional_t<bits == 32, u32, std::conditional_t<bits == 16, u16, u8>>>;
/// `mov.b64 d, {low, high}` and `mov.b64 {low, high}, a`: packs and takes apart.
template <class T, class D, class... Part>
SIMT_INLINE void mov(D&& d, const Vector<Part...>& parts) {
  constexpr unsigned kBits = sizeof(T) * 8 / sizeof...(Part);
  using Piece = PieceOf<kBits>;
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
  using Piece = PieceOf<kBits>;
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
/// The lowest `length` bits as a number of their own; 0 if that is none of them.
template <class T, class D, class A, class L>
SIMT_INLINE void szext_clamp(D&& d, const A& a_, const L& length_) {
  const u32 a = get<u32>(a_), length = get<u32>(length_);
  if (length == 0 || length >= 32) return set(d, static_cast<T>(length == 0 ? 0 : a));
  const u32 shift = 32 - length;
  set(d, static_cast<T>(static_cast<T>(a << shift) >> shift));
}
template <class T, class D, class A, class L>
SIMT_INLINE void szext_wrap(D&& d, const A& a, const L& length) {
  szext_clamp<T>(d, a, get<u32>(length) & 31);
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

}  // namespace simt::ptx
