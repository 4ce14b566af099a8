/// @file
/// Groups of any lanes of a warp, and the ways to make smaller groups of a group.
#pragma once

#include "tile.h"

namespace cooperative_groups {

/// Some lanes of a warp, ranked in their order.
class coalesced_group : public thread_group {
 public:
  SIMT_INLINE unsigned size() const { return size_; }
  SIMT_INLINE unsigned num_threads() const { return size_; }
  SIMT_INLINE unsigned thread_rank() const {
    return static_cast<unsigned>(__builtin_popcount(mask_ & ((1u << details::lane()) - 1)));
  }
  SIMT_INLINE unsigned meta_group_rank() const { return meta_rank_; }
  SIMT_INLINE unsigned meta_group_size() const { return meta_size_; }
  SIMT_INLINE void sync() const { details::sync(mask_); }

  template <class T>
  SIMT_INLINE T shfl(T value, int rank) const {
    return from_lane(value, simt::lane_of_rank(mask_, static_cast<unsigned>(rank)));
  }
  template <class T>
  SIMT_INLINE T shfl_up(T value, int delta) const {
    return from_lane(value, simt::lane_at_distance(mask_, details::lane(), -delta));
  }
  template <class T>
  SIMT_INLINE T shfl_down(T value, unsigned delta) const {
    return from_lane(value,
                     simt::lane_at_distance(mask_, details::lane(), static_cast<int>(delta)));
  }

  SIMT_INLINE int any(int predicate) const { return details::ballot(mask_, predicate != 0) != 0; }
  SIMT_INLINE int all(int predicate) const {
    return details::ballot(mask_, predicate != 0) == mask_;
  }
  SIMT_INLINE unsigned ballot(int predicate) const {
    return simt::ranks_of_lanes(mask_, details::ballot(mask_, predicate != 0));
  }
  template <class T>
  SIMT_INLINE unsigned match_any(T value) const {
    return simt::ranks_of_lanes(mask_, details::match(simt::WarpOp::kMatchAny, mask_, value));
  }
  template <class T>
  SIMT_INLINE unsigned match_all(T value, int& all_equal) const {
    const unsigned lanes = details::match(simt::WarpOp::kMatchAll, mask_, value);
    all_equal = lanes != 0;
    return simt::ranks_of_lanes(mask_, lanes);
  }

 private:
  friend struct details::Access;
  SIMT_INLINE coalesced_group(unsigned mask, unsigned meta_rank, unsigned meta_size)
      : thread_group(mask, static_cast<unsigned>(__builtin_popcount(mask)), meta_rank, meta_size) {}
  template <class T>
  SIMT_INLINE T from_lane(T value, unsigned lane) const {
    return details::shuffle(simt::WarpOp::kShuffle, mask_, value, static_cast<int>(lane), 32);
  }
};

coalesced_group details::Access::lanes(const thread_group& group) {
  return coalesced_group(group.mask_, group.meta_rank_, group.meta_size_);
}

/// The lanes of the warp that are here together with the caller.
SIMT_INLINE coalesced_group coalesced_threads() {
  return details::Access::make<coalesced_group>(simt::active_mask(), 0u, 1u);
}

// Tiles of a size that is known when the kernel runs.

SIMT_INLINE thread_group tiled_partition(const thread_block& block, unsigned size) {
  simt::check_tile_size(size, true);
  const unsigned rank = block.thread_rank();
  const unsigned mask = simt::tile_in_block(rank, block.size(), size);
  return details::Access::make<thread_group>(mask, static_cast<unsigned>(__builtin_popcount(mask)),
                                             rank / size, (block.size() + size - 1) / size);
}

SIMT_INLINE coalesced_group tiled_partition(const coalesced_group& group, unsigned size) {
  simt::check_tile_size(size, true);
  if (group.size() <= size) return group;
  return details::Access::make<coalesced_group>(
      simt::tile_of_lane(details::Access::mask(group), details::lane(), size),
      group.thread_rank() / size, (group.size() + size - 1) / size);
}

SIMT_INLINE thread_group tiled_partition(const thread_group& group, unsigned size) {
  if (group.get_type() == details::coalesced_group_id) {
    return tiled_partition(details::Access::lanes(group), size);
  }
  simt::check_tile_size(size, group.get_type() == details::thread_block_id);
  return tiled_partition(this_thread_block(), size);
}

namespace details {

/// Tiles and coalesced groups.
template <class Group>
inline constexpr bool kIsTile = std::is_same_v<Group, coalesced_group>;
template <unsigned Size, class Parent>
inline constexpr bool kIsTile<thread_block_tile<Size, Parent>> = true;
/// Those within a warp.
template <class Group>
inline constexpr bool kIsInWarp = kIsTile<Group>;
template <unsigned Size, class Parent>
inline constexpr bool kIsInWarp<thread_block_tile<Size, Parent>> = Size <= 32;

template <class Group>
using IfTile = std::enable_if_t<kIsTile<Group>, int>;
template <class Group>
using IfInWarp = std::enable_if_t<kIsInWarp<Group>, int>;

}  // namespace details

/// The lanes of the group with the caller's predicate.
template <class Group, details::IfInWarp<Group> = 0>
SIMT_INLINE coalesced_group binary_partition(const Group& group, bool predicate) {
  const unsigned mask = details::Access::mask(group);
  const unsigned yes = details::ballot(mask, predicate);
  const bool is_split = yes != mask && yes != 0;
  return details::Access::make<coalesced_group>(is_split ? mask & (predicate ? yes : ~yes) : mask,
                                                static_cast<unsigned>(is_split & predicate),
                                                1u + is_split);
}

/// The lanes of the group with the caller's label.
template <class Group, class Label, details::IfInWarp<Group> = 0>
SIMT_INLINE coalesced_group labeled_partition(const Group& group, Label label) {
  static_assert(std::is_integral_v<Label> || std::is_pointer_v<Label>,
                "a label is an integer or a pointer");
  if constexpr (std::is_same_v<Label, bool>) {
    return binary_partition(group, label);
  } else {
    const unsigned mask = details::Access::mask(group);
    const unsigned lanes = details::match(simt::WarpOp::kMatchAny, mask, (unsigned long long)label);
    // The parts are in the order of their first lanes.
    const unsigned below_first = (lanes & -lanes) - 1;
    const unsigned first_lanes =
        details::ballot(mask, (lanes & ((1u << details::lane()) - 1)) == 0);
    return details::Access::make<coalesced_group>(
        lanes, static_cast<unsigned>(__builtin_popcount(first_lanes & below_first)),
        static_cast<unsigned>(__builtin_popcount(first_lanes)));
  }
}

template <unsigned Size, class Parent, std::enable_if_t<(Size > 32), int> = 0>
SIMT_FOR_ONE_WARP("make them with tiled_partition<32>()")
coalesced_group binary_partition(const thread_block_tile<Size, Parent>&, bool);
template <unsigned Size, class Parent, class Label, std::enable_if_t<(Size > 32), int> = 0>
SIMT_FOR_ONE_WARP("make them with tiled_partition<32>()")
coalesced_group labeled_partition(const thread_block_tile<Size, Parent>&, Label);
#undef SIMT_FOR_ONE_WARP

}  // namespace cooperative_groups
