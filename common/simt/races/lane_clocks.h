/// @file
/// @ingroup simt_races
/// Vector clocks of the lanes of a warp, for `__syncwarp` of some of them.
#pragma once

#include <array>
#include <cstdint>

#include "base/limits.h"

namespace simt {

/// [b][a]: what lane a did before this time happens before what lane b does next.
using LaneClocks = std::array<std::array<std::uint32_t, kWarpLanes>, kWarpLanes>;

/// `__syncwarp` of `lanes` at `time`: each of them gets the maximum of their clocks, and `time` for the lanes that
/// took part.
void synchronize_lanes(LaneClocks& seen, std::uint32_t lanes, std::uint32_t time);

}  // namespace simt
