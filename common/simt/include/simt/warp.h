/// @file
/// Warp collectives: shuffles, votes, matches, reductions and `__syncwarp`.
///
/// Each waits for exactly the lanes of its mask (lanes that exited do not count); the last lane to
/// arrive computes every result.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace simt {

enum class WarpOp {
  kSync,
  kShuffle,
  kShuffleUp,
  kShuffleDown,
  kShuffleXor,
  kBallot,
  kAny,
  kAll,
  kMatchAny,
  kMatchAll,
  kAddSigned,
  kAddUnsigned,
  kMinSigned,
  kMinUnsigned,
  kMaxSigned,
  kMaxUnsigned,
  kAnd,
  kOr,
  kXor,
  kMatrix,  ///< simt/matrices.h
};

/// One lane's part in a collective.
/// @param value its operand's bits
/// @param lane_arg lane number,
/// delta or xor mask. @param width 2, 4, 8, 16 or 32 lanes.
std::uint64_t warp_collective(WarpOp op, unsigned mask, std::uint64_t value, int lane_arg,
                              int width);
/// The lanes of the warp that are at the same call, had the warp run them in step: branches taken,
/// deepest function and lowest program counter first.
unsigned active_mask();

template <class T>
[[gnu::always_inline]] inline T shuffle(WarpOp op, unsigned mask, T value, int arg, int width) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 8,
                "a shuffle moves a value of at most 8 bytes");
  if constexpr (sizeof(T) == 8) {
    return __builtin_bit_cast(
        T, warp_collective(op, mask, __builtin_bit_cast(std::uint64_t, value), arg, width));
  } else if constexpr (sizeof(T) == 4) {
    return __builtin_bit_cast(
        T, static_cast<std::uint32_t>(
               warp_collective(op, mask, __builtin_bit_cast(std::uint32_t, value), arg, width)));
  } else if constexpr (sizeof(T) == 2) {
    return __builtin_bit_cast(
        T, static_cast<std::uint16_t>(
               warp_collective(op, mask, __builtin_bit_cast(std::uint16_t, value), arg, width)));
  } else {
    return __builtin_bit_cast(
        T, static_cast<std::uint8_t>(
               warp_collective(op, mask, __builtin_bit_cast(std::uint8_t, value), arg, width)));
  }
}

}  // namespace simt

#define SIMT_WARP_FUNCTION [[gnu::always_inline]] inline

template <class T>
SIMT_WARP_FUNCTION T __shfl_sync(unsigned mask, T value, int lane, int width = 32) {
  return simt::shuffle(simt::WarpOp::kShuffle, mask, value, lane, width);
}
template <class T>
SIMT_WARP_FUNCTION T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  return simt::shuffle(simt::WarpOp::kShuffleUp, mask, value, static_cast<int>(delta), width);
}
template <class T>
SIMT_WARP_FUNCTION T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  return simt::shuffle(simt::WarpOp::kShuffleDown, mask, value, static_cast<int>(delta), width);
}
template <class T>
SIMT_WARP_FUNCTION T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32) {
  return simt::shuffle(simt::WarpOp::kShuffleXor, mask, value, lane_mask, width);
}

SIMT_WARP_FUNCTION void __syncwarp(unsigned mask = 0xffffffffu) {
  simt::warp_collective(simt::WarpOp::kSync, mask, 0, 0, 32);
}
SIMT_WARP_FUNCTION unsigned __ballot_sync(unsigned mask, int predicate) {
  return static_cast<unsigned>(
      simt::warp_collective(simt::WarpOp::kBallot, mask, predicate != 0, 0, 32));
}
SIMT_WARP_FUNCTION int __any_sync(unsigned mask, int predicate) {
  return static_cast<int>(simt::warp_collective(simt::WarpOp::kAny, mask, predicate != 0, 0, 32));
}
SIMT_WARP_FUNCTION int __all_sync(unsigned mask, int predicate) {
  return static_cast<int>(simt::warp_collective(simt::WarpOp::kAll, mask, predicate != 0, 0, 32));
}
SIMT_WARP_FUNCTION unsigned __activemask() { return simt::active_mask(); }

/// The lanes of `mask` whose value equals the caller's.
template <class T>
SIMT_WARP_FUNCTION unsigned __match_any_sync(unsigned mask, T value) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "a match compares 4 or 8 bytes");
  using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  return static_cast<unsigned>(
      simt::warp_collective(simt::WarpOp::kMatchAny, mask, __builtin_bit_cast(Bits, value), 0, 32));
}
/// `mask` if all its lanes hold the same value, else 0; `*all_equal` says which.
template <class T>
SIMT_WARP_FUNCTION unsigned __match_all_sync(unsigned mask, T value, int* all_equal) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "a match compares 4 or 8 bytes");
  using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  const auto equal = static_cast<unsigned>(
      simt::warp_collective(simt::WarpOp::kMatchAll, mask, __builtin_bit_cast(Bits, value), 0, 32));
  *all_equal = equal != 0;
  return equal;
}

#define SIMT_WARP_REDUCE(name, Type, op)                                                          \
  SIMT_WARP_FUNCTION Type name(unsigned mask, Type value) {                                       \
    return static_cast<Type>(                                                                     \
        simt::warp_collective(simt::WarpOp::op, mask, static_cast<std::uint64_t>(value), 0, 32)); \
  }
SIMT_WARP_REDUCE(__reduce_add_sync, unsigned, kAddUnsigned)
SIMT_WARP_REDUCE(__reduce_add_sync, int, kAddSigned)
SIMT_WARP_REDUCE(__reduce_min_sync, unsigned, kMinUnsigned)
SIMT_WARP_REDUCE(__reduce_min_sync, int, kMinSigned)
SIMT_WARP_REDUCE(__reduce_max_sync, unsigned, kMaxUnsigned)
SIMT_WARP_REDUCE(__reduce_max_sync, int, kMaxSigned)
SIMT_WARP_REDUCE(__reduce_and_sync, unsigned, kAnd)
SIMT_WARP_REDUCE(__reduce_or_sync, unsigned, kOr)
SIMT_WARP_REDUCE(__reduce_xor_sync, unsigned, kXor)
#undef SIMT_WARP_REDUCE
#undef SIMT_WARP_FUNCTION
