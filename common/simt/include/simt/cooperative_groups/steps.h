/// @file
/// The steps of reductions and scans: in the order of a GPU, so that sums of floats are the same.
#pragma once

#include <cstddef>

#include "coalesced_group.h"
#include "functional.h"

namespace cooperative_groups::details {

template <class Group>
SIMT_INLINE constexpr void check_tile() {
  static_assert(
      kIsTile<Group>,
      "reductions and scans are for a thread_block_tile or a coalesced_group: make one of "
      "the block with tiled_partition()");
}

inline constexpr int kNoInstruction = -1;

/// The warp's own instruction for `Op` on T, if it has one.
template <class T, class Op>
constexpr int reduce_instruction() {
  using simt::WarpOp;
  constexpr auto choose = [](WarpOp of_signed, WarpOp of_unsigned) {
    return static_cast<int>(std::is_signed_v<T> ? of_signed : of_unsigned);
  };
  if constexpr (!std::is_integral_v<T> || sizeof(T) > 4) return kNoInstruction;
  if (std::is_same_v<Op, plus<T>>) return choose(WarpOp::kAddSigned, WarpOp::kAddUnsigned);
  if (std::is_same_v<Op, less<T>>) return choose(WarpOp::kMinSigned, WarpOp::kMinUnsigned);
  if (std::is_same_v<Op, greater<T>>) return choose(WarpOp::kMaxSigned, WarpOp::kMaxUnsigned);
  if (std::is_same_v<Op, bit_and<T>>) return choose(WarpOp::kAnd, WarpOp::kAnd);
  if (std::is_same_v<Op, bit_or<T>>) return choose(WarpOp::kOr, WarpOp::kOr);
  if (std::is_same_v<Op, bit_xor<T>>) return choose(WarpOp::kXor, WarpOp::kXor);
  return kNoInstruction;
}

template <class T, class Group, class Op>
SIMT_INLINE T inclusive_scan(const Group& group, T value, Op& op) {
  for (unsigned distance = 1; distance < group.size(); distance *= 2) {
    const T before = group.shfl_up(value, distance);
    if (distance <= group.thread_rank()) value = op(value, before);
  }
  return value;
}

/// The exclusive scan's value from the inclusive one and the caller's own.
template <class T, class Op, class Group>
SIMT_INLINE T exclusive_of(const Group& group, T inclusive, T own) {
  if constexpr (std::is_integral_v<T> && std::is_same_v<simt::remove_cvref_t<Op>, plus<T>>) {
    return static_cast<T>(inclusive - own);
  } else {
    const T before = group.shfl_up(inclusive, 1);
    return group.thread_rank() == 0 ? T() : before;
  }
}

/// Pairs, pairs of pairs, ...
template <unsigned Distance, class T, class Op>
SIMT_INLINE T butterfly(unsigned mask, T value, Op& op) {
  if constexpr (Distance == 0) {
    return value;
  } else {
    const T other =
        details::shuffle(simt::WarpOp::kShuffleXor, mask, value, Distance, 2 * Distance);
    return butterfly<Distance / 2, T>(mask, op(value, other), op);
  }
}

template <class T, class Group, class Op>
SIMT_INLINE T reduce_in_warp(const Group& group, T value, Op& op) {
  constexpr int instruction = reduce_instruction<T, simt::remove_cvref_t<Op>>();
  if constexpr (instruction != kNoInstruction) {
    return static_cast<T>(simt::warp_collective(static_cast<simt::WarpOp>(instruction),
                                                Access::mask(group),
                                                static_cast<std::uint64_t>(value), 0, 32));
  } else if constexpr (!std::is_same_v<Group, coalesced_group>) {
    return butterfly<Group::size() / 2, T>(Access::mask(group), value, op);
  } else if (group.size() == 32) {
    return butterfly<16, T>(~0u, value, op);
  } else {
    const T scan = inclusive_scan<T>(group, value, op);
    return group.shfl(scan, static_cast<int>(group.size()) - 1);
  }
}

// A tile of several warps: each warp has its result first; then each computes, all alike, that of the tile, with the
// result of warp i in lane i, of as many lanes as there are warps.

template <unsigned Size, class Parent>
struct Warps {
  using Warp = thread_block_tile<32, thread_block_tile<Size, Parent>>;
  using Row = thread_block_tile<Size / 32, Warp>;
};

template <class T, unsigned Size, class Parent, class Op>
SIMT_INLINE T reduce_large(const thread_block_tile<Size, Parent>& tile, T value, Op& op) {
  const auto warp = Access::make<typename Warps<Size, Parent>::Warp>();
  const auto row = Access::make<typename Warps<Size, Parent>::Row>();
  Access::publish(tile, reduce_in_warp<T>(warp, value, op));
  return reduce_in_warp<T>(row, Access::of_warps<T>(tile, 0), op);
}

/// @param in_front makes of the sum of all, which the last thread has, what comes in front of the tile; null: nothing
template <bool Inclusive, class T, unsigned Size, class Parent, class Op, class InFront>
SIMT_INLINE T scan_large(const thread_block_tile<Size, Parent>& tile, T value, Op& op,
                         InFront in_front) {
  constexpr bool has_front = !std::is_same_v<InFront, std::nullptr_t>;
  const auto warp = Access::make<typename Warps<Size, Parent>::Warp>();
  const auto row = Access::make<typename Warps<Size, Parent>::Row>();
  T scan = inclusive_scan<T>(warp, value, op);
  Access::publish(tile, scan);
  if constexpr (!Inclusive) scan = warp.shfl_up(scan, 1);
  const T total = Access::of_warps<T>(tile, 31);
  const T totals = inclusive_scan<T>(row, total, op);
  T before = exclusive_of<T, Op>(row, totals, total);
  if constexpr (has_front) {
    const T front = in_front(totals);
    before = row.thread_rank() == 0 ? front : op(before, front);
  }
  before = row.shfl(before, static_cast<int>(warp.meta_group_rank()));
  if (!Inclusive && warp.thread_rank() == 0) return before;
  return !has_front && warp.meta_group_rank() == 0 ? scan : op(scan, before);
}

// Any group.

template <class T, class Group, class Op>
SIMT_INLINE T reduce(const Group& group, T value, Op& op) {
  if constexpr (kIsInWarp<Group>) {
    return reduce_in_warp<T>(group, value, op);
  } else {
    return reduce_large<T>(group, value, op);
  }
}

template <bool Inclusive, class T, class Group, class Op>
SIMT_INLINE T scan(const Group& group, T value, Op& op) {
  if constexpr (!kIsInWarp<Group>) {
    return scan_large<Inclusive, T>(group, value, op, nullptr);
  } else {
    const T inclusive = inclusive_scan<T>(group, value, op);
    if constexpr (Inclusive) {
      return inclusive;
    } else {
      return exclusive_of<T, Op>(group, inclusive, value);
    }
  }
}

}  // namespace cooperative_groups::details
