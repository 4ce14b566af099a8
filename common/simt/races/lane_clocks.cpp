#include "races/lane_clocks.h"

#include <algorithm>

#include "base/bits.h"

namespace simt {

void synchronize_lanes(LaneClocks& seen, std::uint32_t lanes, std::uint32_t time) {
  std::array<std::uint32_t, kWarpLanes> known{};
  for (const unsigned lane : set_bits(lanes)) {
    const auto& of_lane = seen[lane];
    for (unsigned i = 0; i < kWarpLanes; ++i) known[i] = std::max(known[i], of_lane[i]);
  }
  for (const unsigned lane : set_bits(lanes)) known[lane] = time;
  for (const unsigned lane : set_bits(lanes)) seen[lane] = known;
}

}  // namespace simt
