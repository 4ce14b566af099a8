#include "execution/threads/threads.h"

#include <algorithm>

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
    warp.finished = 0;
    warp.events = nullptr;
    warp.collective_count = 0;
  }
  std::fill_n(recorded, warp_count * kWarpLanes, std::uint16_t{0});
  runnable = warp_count == kMaxWarps ? ~0u : (1u << warp_count) - 1;
  live = count;
}

}  // namespace simt
