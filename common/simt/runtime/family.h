/// @file
/// @ingroup simt_runtime
/// Races between a grid, the grids that its blocks launch, and those among each other.
///
/// A child comes after what the launching thread has done before, and what its block has done before a
/// barrier in front of the launch. Nothing else of its parent comes before it, and nothing of its parent
/// after it. Grids that one block launches into one stream come one after the other, each with all that it
/// launches. What is in the tail stream comes after everything else of the parent. All else has no
/// order, unless fences and atomics make one.
#pragma once

#include "../analysis/footprint.h"
#include "grid.h"

namespace simt {

/// What the grid, and those that it has launched, have used. @param fenced whether they have fences
/// @param check whether to look for races: the first one becomes the error of `grid`, if it has none
Footprint footprint_of_family(Grid& grid, bool check, bool* fenced);

}  // namespace simt
