#include "races/lane_clocks.h"

#include <algorithm>
#include <bit>

namespace simt {

void synchronize_lanes(LaneClocks& seen, std::uint32_t lanes, std::uint32_t time) {
  std::array<std::uint32_t, kWarpLanes> known{};
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const auto& of_lane = seen[static_cast<unsigned>(std::countr_zero(rest))];
    for (unsigned i = 0; i < kWarpLanes; ++i) known[i] = std::max(known[i], of_lane[i]);
  }
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    known[static_cast<unsigned>(std::countr_zero(rest))] = time;
  }
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    seen[static_cast<unsigned>(std::countr_zero(rest))] = known;
  }
}

}  // namespace simt
