/// @file
/// @ingroup simt_execution
/// Races between a parent grid, its child grids, and the children among each other.
///
/// What the launching thread has done before the launch, and what its block has done before a barrier in front of it,
/// happens before the child. Nothing else of the parent does, and the child happens before nothing of the parent. Grids
/// that one block launches into one stream are ordered, each with its descendants. A grid in the tail stream happens
/// after everything else of the parent. Everything else is unordered, unless fences and atomics order it.
#pragma once

#include <vector>

#include "execution/grid/grid.h"
#include "races/footprint.h"

namespace simt {

/// A complete grid and all its descendants: each followed by its children, by block, and in the order in which the block
/// has launched them. Sorts and numbers them.
std::vector<Grid*> family_of(Grid& grid);

/// The footprint of a family. @param fenced receives whether it has fences
/// @param check whether to check for races: the first one becomes the error of the family's first grid
Footprint footprint_of(const std::vector<Grid*>& family, bool check, bool* fenced);

}  // namespace simt
