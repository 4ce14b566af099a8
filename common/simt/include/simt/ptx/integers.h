/// @file
/// Inline PTX: integers with carries, with saturation, of 24 bits, and dot products.
#pragma once

#include "simt/ptx/arithmetic.h"

namespace simt {
/// `CC.CF` of the running thread, which goes from one asm to the next.
bool carry_flag();
void keep_carry_flag(bool flag);
}  // namespace simt

namespace simt::ptx {

using simt::carry_flag;
using simt::keep_carry_flag;

// a + b + carry and a - b - borrow, in the flag's words.
template <class T, bool Reads, bool Writes, class D, class A, class B>
SIMT_INLINE void add_carry(bool& flag, D&& d, const A& a_, const B& b_) {
  using U = Wrapping<T>;
  const U a = get<U>(a_), b = get<U>(b_), sum = a + b, result = sum + U{Reads && flag};
  if (Writes) flag = sum < a || result < sum;
  set(d, static_cast<T>(result));
}
template <class T, bool Reads, bool Writes, class D, class A, class B>
SIMT_INLINE void sub_carry(bool& flag, D&& d, const A& a_, const B& b_) {
  using U = Wrapping<T>;
  const U a = get<U>(a_), b = get<U>(b_), difference = a - b, borrow = U{Reads && flag};
  if (Writes) flag = a < b || difference < borrow;
  set(d, static_cast<T>(difference - borrow));
}
template <class T, bool Reads, bool Writes, class D, class A, class B, class C>
SIMT_INLINE void mad_lo_carry(bool& flag, D&& d, const A& a, const B& b, const C& c) {
  add_carry<T, Reads, Writes>(flag, d, static_cast<T>(product<T>(a, b)), c);
}
template <class T, bool Reads, bool Writes, class D, class A, class B, class C>
SIMT_INLINE void mad_hi_carry(bool& flag, D&& d, const A& a, const B& b, const C& c) {
  add_carry<T, Reads, Writes>(flag, d, static_cast<T>(product<T>(a, b) >> sizeof(T) * 8), c);
}

SIMT_INLINE s32 clamped(s64 value) {
  constexpr s64 kLow = -0x80000000ll, kHigh = 0x7fffffffll;
  return static_cast<s32>(value < kLow ? kLow : value > kHigh ? kHigh : value);
}
template <class D, class A, class B>
SIMT_INLINE void add_sat(D&& d, const A& a, const B& b) {
  set(d, clamped(s64{get<s32>(a)} + get<s32>(b)));
}
template <class D, class A, class B>
SIMT_INLINE void sub_sat(D&& d, const A& a, const B& b) {
  set(d, clamped(s64{get<s32>(a)} - get<s32>(b)));
}
template <class D, class A, class B, class C>
SIMT_INLINE void mad_hi_sat(D&& d, const A& a, const B& b, const C& c) {
  set(d, clamped((product<s32>(a, b) >> 32) + get<s32>(c)));
}

/// The lower 24 bits, with the sign of the highest.
template <class T>
SIMT_INLINE T lowest_24(T value) {
  return static_cast<T>(static_cast<T>(static_cast<u32>(value) << 8) >> 8);
}
template <class T, bool High, class A, class B>
SIMT_INLINE T product_24(const A& a, const B& b) {
  const auto product = static_cast<WiderOf<T>>(lowest_24(get<T>(a))) * lowest_24(get<T>(b));
  return static_cast<T>(High ? product >> 16 : product);
}
template <class T, bool High, class D, class A, class B>
SIMT_INLINE void mul_24(D&& d, const A& a, const B& b) {
  set(d, product_24<T, High>(a, b));
}
template <class T, bool High, class D, class A, class B, class C>
SIMT_INLINE void mad_24(D&& d, const A& a, const B& b, const C& c) {
  set(d, wrapping_sum(product_24<T, High>(a, b), get<T>(c)));
}

/// Byte `i` of a word, with a sign if T has one.
template <class T>
SIMT_INLINE u32 byte_of(u32 word, unsigned i) {
  const auto byte = static_cast<u8>(word >> 8 * i);
  return std::is_signed_v<T> ? static_cast<u32>(s32{static_cast<s8>(byte)}) : u32{byte};
}
template <class A, class B, class D, class X, class Y, class Z>
SIMT_INLINE void dp4a(D&& d, const X& a, const Y& b, const Z& c) {
  u32 sum = get<u32>(c);
  for (unsigned i = 0; i < 4; ++i) sum += byte_of<A>(get<u32>(a), i) * byte_of<B>(get<u32>(b), i);
  set(d, sum);
}
/// Two halves of a times two bytes of b.
template <class A, class B, bool High, class D, class X, class Y, class Z>
SIMT_INLINE void dp2a(D&& d, const X& a, const Y& b, const Z& c) {
  u32 sum = get<u32>(c);
  for (unsigned i = 0; i < 2; ++i) {
    const auto half = static_cast<u16>(get<u32>(a) >> 16 * i);
    const u32 wide =
        std::is_signed_v<A> ? static_cast<u32>(s32{static_cast<s16>(half)}) : u32{half};
    sum += wide * byte_of<B>(get<u32>(b), i + (High ? 2 : 0));
  }
  set(d, sum);
}

// `prmt` with a mode: four bytes of b:a as the two lowest bits of the selector say.
SIMT_INLINE u32 bytes_at(u64 eight, unsigned first, unsigned second, unsigned third,
                         unsigned fourth) {
  const auto byte = [&](unsigned i) { return static_cast<u32>(eight >> 8 * (i & 7) & 0xff); };
  return byte(first) | byte(second) << 8 | byte(third) << 16 | byte(fourth) << 24;
}
#define SIMT_PTX_PERMUTATION(name, first, second, third, fourth)            \
  template <class D, class A, class B, class C>                             \
  SIMT_INLINE void prmt_##name(D&& d, const A& a, const B& b, const C& c) { \
    const u64 eight = u64{get<u32>(b)} << 32 | get<u32>(a);                 \
    const unsigned i = get<u32>(c) & 3;                                     \
    set(d, bytes_at(eight, first, second, third, fourth));                  \
  }
SIMT_PTX_PERMUTATION(f4e, i, i + 1, i + 2, i + 3)
SIMT_PTX_PERMUTATION(b4e, i, i - 1, i - 2, i - 3)
SIMT_PTX_PERMUTATION(rc8, i, i, i, i)
SIMT_PTX_PERMUTATION(ecl, i, i > 1 ? i : 1, i > 2 ? i : 2, 3)
SIMT_PTX_PERMUTATION(ecr, 0, i < 1 ? i : 1, i < 2 ? i : 2, i)
SIMT_PTX_PERMUTATION(rc16, i & 1 ? 2 : 0, i & 1 ? 3 : 1, i & 1 ? 2 : 0, i & 1 ? 3 : 1)
#undef SIMT_PTX_PERMUTATION

}  // namespace simt::ptx
