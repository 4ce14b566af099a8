#include "execution/threads/threads.h"

#include <algorithm>

#include "base/hash.h"

namespace simt {

void BlockThreads::begin_grid(const dim3& block) {
  count = block.x * block.y * block.z;
  warp_count = (count + kWarpLanes - 1) / kWarpLanes;
  unsigned thread = 0;
  for (unsigned z = 0; z < block.z; ++z) {
    for (unsigned y = 0; y < block.y; ++y) {
      for (unsigned x = 0; x < block.x; ++x) lanes[thread++].index = {x, y, z};
    }
  }
}

void BlockThreads::begin_block() {
  for (unsigned w = 0; w < warp_count; ++w) {
    Warp& warp = warps[w];
    const unsigned lanes_left = count - w * kWarpLanes;
    warp.all = lanes_left >= kWarpLanes ? ~0u : (1u << lanes_left) - 1;
    warp.unstarted = warp.all;
    warp.ready = warp.at_barrier = warp.at_group = warp.in_collective = 0;
    warp.at_active_mask = warp.full = 0;
    warp.at_named_barrier = warp.finished = 0;
    warp.events = nullptr;
    warp.collective_count = 0;
  }
  std::fill_n(recorded, warp_count * kWarpLanes, std::uint16_t{0});
  runnable = warp_count == kMaxWarps ? ~0u : (1u << warp_count) - 1;
  live = count;
}

std::uint64_t BlockThreads::hash(std::uint64_t seed) const {
  const std::uint32_t state[] = {current, live, runnable};
  seed = hash_bytes(seed, state, sizeof state);
  seed = hash_bytes(seed, warps, warp_count * sizeof warps[0]);
  seed = hash_bytes(seed, carry, count * sizeof carry[0]);
  for (unsigned thread = 0; thread < count; ++thread) {
    if (!is_under_way(thread)) continue;
    const Lane& lane = lanes[thread];
    const std::uint32_t fields[] = {static_cast<std::uint32_t>(lane.group),
                                    lane.arrived.bits,
                                    lane.wait_pending.bits,
                                    lane.in_split_barrier,
                                    lane.launched,
                                    static_cast<std::uint32_t>(lane.last_error)};
    seed = hash_bytes(seed, fields, sizeof fields);
  }
  return seed;
}

std::uint64_t BlockThreads::hash_of_buffers(std::uint64_t seed) const {
  seed = hash_bytes(seed, recorded, count * sizeof recorded[0]);
  for (unsigned thread = 0; thread < count; ++thread) {
    // Which lanes of a warp with full buffers go on first depends on where they are.
    for (unsigned i = 0; i < recorded[thread]; ++i) {
      seed = (seed ^ events_of(thread)[i].key) * 0x9e37'79b9'7f4a'7c15;
      seed ^= seed >> 31;
    }
  }
  return seed;
}

}  // namespace simt
