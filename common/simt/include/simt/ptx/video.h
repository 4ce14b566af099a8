/// @file
/// Inline PTX: the instructions for video, on the bytes or halves of a word, or on the word as one.
#pragma once

#include "simt/ptx/operands.h"

namespace simt::ptx {

#define SIMT_PTX_VIDEO(name, expression)                           \
  struct name {                                                    \
    SIMT_INLINE static s64 of(s64 a, s64 b) { return expression; } \
  };
SIMT_PTX_VIDEO(video_add, a + b)
SIMT_PTX_VIDEO(video_sub, a - b)
SIMT_PTX_VIDEO(video_avrg, (a + b + (a + b >= 0 ? 1 : 0)) >> 1)
SIMT_PTX_VIDEO(video_absdiff, a < b ? b - a : a - b)
SIMT_PTX_VIDEO(video_min, a < b ? a : b)
SIMT_PTX_VIDEO(video_max, a < b ? b : a)
#undef SIMT_PTX_VIDEO

/// Part `i` of a word, with a sign if T has one.
template <class T, unsigned bits>
SIMT_INLINE s64 part_of(u32 word, unsigned i) {
  const u64 left = u64{word} << (64 - bits * (i + 1));
  return std::is_signed_v<T> ? static_cast<s64>(left) >> (64 - bits)
                             : static_cast<s64>(left >> (64 - bits));
}

/// @tparam parts of a word: 4, 2 or 1
/// @tparam Adds whether the results are added up, and to c; else c is where
/// parts come from that nobody has asked for
template <class Operation, unsigned parts, class R, class A, class B, bool Saturates, bool Adds,
          class D, class X, class Y, class Z = u32>
SIMT_INLINE void video(D&& d, const X& a, const Y& b, const Z& c = 0) {
  constexpr unsigned kBits = 32 / parts;
  constexpr s64 kLow = std::is_signed_v<R> ? -(s64{1} << (kBits - 1)) : 0;
  constexpr s64 kHigh = std::is_signed_v<R> ? (s64{1} << (kBits - 1)) - 1 : (s64{1} << kBits) - 1;
  u32 sum = get<u32>(c), word = 0;
  for (unsigned i = 0; i < parts; ++i) {
    s64 result =
        Operation::of(part_of<A, kBits>(get<u32>(a), i), part_of<B, kBits>(get<u32>(b), i));
    if (Saturates) result = result < kLow ? kLow : result > kHigh ? kHigh : result;
    word |= (static_cast<u32>(result) & static_cast<u32>((u64{1} << kBits) - 1)) << kBits * i;
    sum += static_cast<u32>(part_of<R, kBits>(word, i));
  }
  set(d, Adds ? sum : word);
}

}  // namespace simt::ptx
