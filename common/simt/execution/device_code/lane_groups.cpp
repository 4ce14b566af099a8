// What cooperative groups within a warp compute from their masks.
#include <bit>

#include "base/bits.h"
#include "execution/threads/running_thread.h"
#include "simt/cooperative_groups/lanes.h"

namespace simt {
namespace {

/// `mask` without its `count` lowest bits.
std::uint32_t without_lowest(std::uint32_t mask, unsigned count) {
  for (; count > 0 && mask != 0; --count) mask &= mask - 1;
  return mask;
}

unsigned rank_of_lane(std::uint32_t mask, unsigned lane) {
  return static_cast<unsigned>(std::popcount(mask & ((1u << lane) - 1)));
}

}  // namespace

unsigned lane_of_rank(unsigned mask, unsigned rank) {
  const std::uint32_t rest = without_lowest(mask, rank);
  return rest != 0 ? static_cast<unsigned>(std::countr_zero(rest)) : 31;
}

unsigned lane_at_distance(unsigned mask, unsigned lane, int delta) {
  const int rank = static_cast<int>(rank_of_lane(mask, lane)) + delta;
  if (rank < 0 || rank >= std::popcount(mask)) return lane;
  return lane_of_rank(mask, static_cast<unsigned>(rank));
}

unsigned ranks_of_lanes(unsigned mask, unsigned lanes) {
  std::uint32_t ranks = 0;
  for (const unsigned lane : set_bits(lanes & mask)) ranks |= 1u << rank_of_lane(mask, lane);
  return ranks;
}

unsigned tile_of_lane(unsigned mask, unsigned lane, unsigned size) {
  const std::uint32_t from = without_lowest(mask, rank_of_lane(mask, lane) / size * size);
  return from & ~without_lowest(from, size);
}

unsigned tile_in_block(unsigned thread_rank, unsigned block_size, unsigned size) {
  const unsigned first = thread_rank / size * size;
  const unsigned count = block_size - first < size ? block_size - first : size;
  return (~0u >> (32 - count)) << first % 32;
}

void check_tile_size(unsigned size, bool group_has_tiles) {
  const void* const site = __builtin_return_address(0);
  require_kernel("tiled_partition");
  if (!group_has_tiles) {
    stop_kernel(cudaErrorLaunchFailure, "tiled_partition() of a group that has no tiles", site,
                "take a thread_block, a tile of one, or a coalesced_group");
  }
  if (size == 0 || size > 32 || (size & (size - 1)) != 0) {
    stop_kernel(
        cudaErrorLaunchFailure,
        [&] { return "tiled_partition() into tiles of " + std::to_string(size); }, site,
        "a tile has 1, 2, 4, 8, 16 or 32 threads");
  }
}

}  // namespace simt
