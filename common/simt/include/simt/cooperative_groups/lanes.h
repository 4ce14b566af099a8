/// @file
/// Who is where in a block and in a warp: what the groups have in common.
///
/// The groups' functions are inline, so that what they do counts at the kernel's line. Whatever needs
/// a loop or a branch is in the runtime: it would count as basic blocks of the kernel.
#pragma once

#include "simt/uncounted.h"

#include <cstdint>
#include <type_traits>

#include "../builtins.h"
#include "../groups.h"
#include "../warp.h"

namespace simt {

/// The lane of `mask` with `rank` set bits below it; 31 if there is none.
unsigned lane_of_rank(unsigned mask, unsigned rank);
/// The lane of `mask` that is `delta` ranks from `lane`; `lane` itself if there is none.
unsigned lane_at_distance(unsigned mask, unsigned lane, int delta);
/// Those of `lanes`, a subset of `mask`, as ranks: bit i is the lane of rank i.
unsigned ranks_of_lanes(unsigned mask, unsigned lanes);
/// The lanes of `mask` that share the tile of `size` consecutive ranks with `lane`.
unsigned tile_of_lane(unsigned mask, unsigned lane, unsigned size);
/// The lanes of the warp that share the tile of `size` threads of the block with the caller.
unsigned tile_in_block(unsigned thread_rank, unsigned block_size, unsigned size);
/// Stops the block if there are no tiles of `size` threads, or of the group.
void check_tile_size(unsigned size, bool group_has_tiles);

}  // namespace simt

namespace cooperative_groups {
class thread_block;
class coalesced_group;

namespace details {

SIMT_INLINE unsigned linear(const dim3& index, const dim3& extent) {
  return (index.z * extent.y + index.y) * extent.x + index.x;
}
SIMT_INLINE dim3 product(const dim3& a, const dim3& b) {
  return dim3(a.x * b.x, a.y * b.y, a.z * b.z);
}
SIMT_INLINE dim3 sum(const dim3& a, const dim3& b) { return dim3(a.x + b.x, a.y + b.y, a.z + b.z); }

SIMT_INLINE unsigned block_thread_rank() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
SIMT_INLINE unsigned block_size() { return blockDim.x * blockDim.y * blockDim.z; }
SIMT_INLINE unsigned lane() { return block_thread_rank() % 32; }

/// A shuffle of a value of up to 32 bytes, eight at a time.
template <class T>
SIMT_INLINE T shuffle(simt::WarpOp op, unsigned mask, T value, int arg, int width) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 32,
                "a shuffle moves a trivially copyable value of at most 32 bytes");
  std::uint64_t words[(sizeof(T) + 7) / 8] = {};
  (__builtin_memcpy)(words, &value, sizeof(T));
  words[0] = simt::warp_collective(op, mask, words[0], arg, width);
  if constexpr (sizeof(T) > 8) words[1] = simt::warp_collective(op, mask, words[1], arg, width);
  if constexpr (sizeof(T) > 16) words[2] = simt::warp_collective(op, mask, words[2], arg, width);
  if constexpr (sizeof(T) > 24) words[3] = simt::warp_collective(op, mask, words[3], arg, width);
  (__builtin_memcpy)(&value, words, sizeof(T));
  return value;
}

SIMT_INLINE unsigned ballot(unsigned mask, bool predicate) {
  return static_cast<unsigned>(
      simt::warp_collective(simt::WarpOp::kBallot, mask, predicate, 0, 32));
}

/// The lanes of `mask` with the caller's value (kMatchAny); all or none of them (kMatchAll).
template <class T>
SIMT_INLINE unsigned match(simt::WarpOp op, unsigned mask, T value) {
  static_assert(std::is_arithmetic_v<T>, "a match compares numbers");
  std::uint64_t word = 0;
  (__builtin_memcpy)(&word, &value, sizeof(T));
  return static_cast<unsigned>(simt::warp_collective(op, mask, word, 0, 32));
}

SIMT_INLINE void sync(unsigned mask) { simt::warp_collective(simt::WarpOp::kSync, mask, 0, 0, 32); }

/// Reaches what the groups keep to themselves.
struct Access;

}  // namespace details
}  // namespace cooperative_groups
