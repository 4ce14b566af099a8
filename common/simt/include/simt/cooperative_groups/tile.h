/// @file
/// Tiles whose size the compiler knows: neighbouring threads of a block, 1 to 32 within one warp, or 64 to 1024.
#pragma once

#include "large_tile.h"
#include "thread_group.h"

namespace cooperative_groups {
namespace details {

/// What a tile within a warp can do, wherever it comes from.
template <unsigned Size>
class Tile {
 public:
  SIMT_INLINE static constexpr unsigned size() { return Size; }
  SIMT_INLINE static constexpr unsigned num_threads() { return Size; }
  SIMT_INLINE static unsigned thread_rank() { return block_thread_rank() % Size; }
  SIMT_INLINE static void sync() { details::sync(mask()); }

  template <class T>
  SIMT_INLINE T shfl(T value, int rank) const {
    return details::shuffle(simt::WarpOp::kShuffle, mask(), value, rank, Size);
  }
  template <class T>
  SIMT_INLINE T shfl_up(T value, unsigned delta) const {
    return details::shuffle(simt::WarpOp::kShuffleUp, mask(), value, static_cast<int>(delta), Size);
  }
  template <class T>
  SIMT_INLINE T shfl_down(T value, unsigned delta) const {
    return details::shuffle(simt::WarpOp::kShuffleDown, mask(), value, static_cast<int>(delta),
                            Size);
  }
  template <class T>
  SIMT_INLINE T shfl_xor(T value, unsigned rank_mask) const {
    return details::shuffle(simt::WarpOp::kShuffleXor, mask(), value, static_cast<int>(rank_mask),
                            Size);
  }

  SIMT_INLINE int any(int predicate) const { return details::ballot(mask(), predicate != 0) != 0; }
  SIMT_INLINE int all(int predicate) const {
    return details::ballot(mask(), predicate != 0) == mask();
  }
  SIMT_INLINE unsigned ballot(int predicate) const {
    return details::ballot(mask(), predicate != 0) >> first_lane();
  }
  template <class T>
  SIMT_INLINE unsigned match_any(T value) const {
    return match(simt::WarpOp::kMatchAny, mask(), value) >> first_lane();
  }
  template <class T>
  SIMT_INLINE unsigned match_all(T value, int& all_equal) const {
    const unsigned lanes = match(simt::WarpOp::kMatchAll, mask(), value);
    all_equal = lanes != 0;
    return lanes >> first_lane();
  }

 protected:
  friend struct Access;
  SIMT_INLINE static unsigned first_lane() { return lane() & ~(Size - 1); }
  SIMT_INLINE static unsigned mask() { return (~0u >> (32 - Size)) << first_lane(); }
};

template <unsigned Size>
struct TileOf {
  static_assert((Size & (Size - 1)) == 0 && Size >= 1 && Size <= 1024,
                "a tile has 1, 2, 4, ... 1024 threads");
  using Type = std::conditional_t<(Size > 32), LargeTile<Size>, Tile<Size>>;
};

/// What a tile of any group knows: one within a warp is also a thread_group.
template <unsigned Size, bool IsLarge = (Size > 32)>
class TileOfAny : public thread_group {
 protected:
  SIMT_INLINE TileOfAny(unsigned mask, unsigned meta_rank, unsigned meta_size)
      : thread_group(mask, Size, meta_rank, meta_size) {}
};
template <unsigned Size>
class TileOfAny<Size, true> {
 protected:
  SIMT_INLINE TileOfAny(unsigned, unsigned meta_rank, unsigned meta_size)
      : meta_rank_(meta_rank), meta_size_(meta_size) {}
  unsigned meta_rank_;
  unsigned meta_size_;
};

}  // namespace details

/// A tile of the group that its type names.
template <unsigned Size, class Parent = void>
class thread_block_tile : public details::TileOf<Size>::Type {
 public:
  SIMT_INLINE static unsigned meta_group_rank() { return Parent::thread_rank() / Size; }
  SIMT_INLINE static unsigned meta_group_size() { return (Parent::size() + Size - 1) / Size; }
  SIMT_INLINE operator thread_block_tile<Size, void>() const;

 private:
  friend struct details::Access;
  SIMT_INLINE thread_block_tile() = default;
};

/// A tile of any group.
template <unsigned Size>
class thread_block_tile<Size, void> : public details::TileOf<Size>::Type,
                                      public details::TileOfAny<Size> {
  using Base = typename details::TileOf<Size>::Type;
  using Any = details::TileOfAny<Size>;

 public:
  using Base::num_threads;
  using Base::size;
  using Base::sync;
  using Base::thread_rank;
  SIMT_INLINE unsigned meta_group_rank() const { return Any::meta_rank_; }
  SIMT_INLINE unsigned meta_group_size() const { return Any::meta_size_; }

 private:
  friend struct details::Access;
  SIMT_INLINE thread_block_tile(unsigned meta_rank, unsigned meta_size)
      : Any(Base::mask(), meta_rank, meta_size) {}
};

namespace details {

template <class Group>
inline constexpr unsigned kTileParentSize = 0;  // has no tiles
template <>
inline constexpr unsigned kTileParentSize<thread_block> = 1025;
template <unsigned Size, class Parent>
inline constexpr unsigned kTileParentSize<thread_block_tile<Size, Parent>> = Size;

struct Access {
  template <class Group, class... Arguments>
  SIMT_INLINE static Group make(Arguments... arguments) {
    return Group(arguments...);
  }
  template <unsigned Size, class Parent>
  SIMT_INLINE static unsigned mask(const thread_block_tile<Size, Parent>&) {
    return TileOf<Size>::Type::mask();
  }
  SIMT_INLINE static unsigned mask(const thread_group& group) { return group.mask_; }
  /// What threads of a tile of more than 32 hand to each other: large_tile.h.
  template <unsigned Size, class T>
  SIMT_INLINE static void publish(const LargeTile<Size>&, T value) {
    LargeTile<Size>::publish(value);
  }
  template <class T, unsigned Size>
  SIMT_INLINE static T of_warps(const LargeTile<Size>&, unsigned lane) {
    return LargeTile<Size>::template of_warps<T>(lane);
  }
  /// A group of lanes under its own type again.
  SIMT_INLINE static coalesced_group lanes(const thread_group& group);
};

}  // namespace details

template <unsigned Size, class Parent>
thread_block_tile<Size, Parent>::operator thread_block_tile<Size, void>() const {
  return details::Access::make<thread_block_tile<Size, void>>(meta_group_rank(), meta_group_size());
}

/// The caller's tile among those of `Size` neighbours in the group: a block, or a larger tile. As on a GPU, those of
/// several warps begin with a barrier of the group.
template <unsigned Size, class Parent>
SIMT_INLINE thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
  static_assert(details::kTileParentSize<Parent> != 0,
                "tiles of a size known to the compiler are made of a thread_block or a "
                "thread_block_tile");
  static_assert(Size < details::kTileParentSize<Parent>,
                "a tile must be smaller than the tile that it is part of");
  if constexpr (Size > 32) {
    simt::begin_tiles(Size);
    parent.sync();
  }
  return details::Access::make<thread_block_tile<Size, Parent>>();
}

/// The caller alone.
SIMT_INLINE thread_block_tile<1> this_thread() {
  return details::Access::make<thread_block_tile<1>>(0u, 1u);
}

/// Memory through which the threads of tiles of more than 32 meet. A GPU since compute capability 8.0, and the model,
/// have memory of their own for it, with this and without it.
template <unsigned MaxBlockSize = 1024>
struct alignas(8) block_tile_memory {};

template <unsigned MaxBlockSize>
SIMT_INLINE thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) {
  return this_thread_block();
}

#if defined(_CG_ABI_EXPERIMENTAL)
/// What the toolkit's 11.1 to 11.6 called block_tile_memory.
namespace experimental {
template <unsigned CommunicationSize = 8, unsigned MaxBlockSize = 1024>
struct alignas(8) block_tile_memory {};
template <unsigned CommunicationSize, unsigned MaxBlockSize>
SIMT_INLINE thread_block this_thread_block(block_tile_memory<CommunicationSize, MaxBlockSize>&) {
  return cooperative_groups::this_thread_block();
}
template <unsigned Size, class Parent>
SIMT_INLINE thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
  return cooperative_groups::tiled_partition<Size>(parent);
}
}  // namespace experimental
#endif

}  // namespace cooperative_groups
