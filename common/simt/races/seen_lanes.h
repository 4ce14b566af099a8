/// @file
/// @ingroup simt_races
/// What the lanes of a warp know of each other, by `__syncwarp` of some of them.
#pragma once

#include <array>
#include <cstdint>

namespace simt {

/// [b][a]: lane b comes after what lane a did before this time.
using SeenLanes = std::array<std::array<std::uint32_t, 32>, 32>;

/// `lanes` have synchronized: whoever took part knows what any of them knew, and what all of them did before
/// `time`.
void synchronize_lanes(SeenLanes& seen, std::uint32_t lanes, std::uint32_t time);

}  // namespace simt
