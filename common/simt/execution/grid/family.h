/// @file
/// @ingroup simt_execution
/// Races between a grid, the grids that its blocks launch, and those among each other.
///
/// A child comes after what the launching thread has done before, and what its block has done before a
/// barrier in front of the launch. Nothing else of its parent comes before it, and nothing of its parent
/// after it. Grids that one block launches into one stream come one after the other, each with all that it
/// launches. What is in the tail stream comes after everything else of the parent. All else has no
/// order, unless fences and atomics make one.
#pragma once

#include <vector>

#include "execution/grid/grid.h"
#include "races/footprint.h"

namespace simt {

/// A complete grid and all that it has launched: each followed by its children, by block, and in the order in
/// which the block has launched them. Sorts and numbers them.
std::vector<Grid*> family_of(Grid& grid);

/// What a family has used. @param fenced whether it has fences
/// @param check whether to look for races: the first one becomes the error of the family's first grid
Footprint footprint_of(const std::vector<Grid*>& family, bool check, bool* fenced);

}  // namespace simt
