/// @file
/// @ingroup simt_execution
/// A grid that the host has launched, and the grids that its kernels have launched.
#pragma once

#include <vector>

#include "execution/grid/grid.h"
#include "races/family_check.h"

namespace simt {

/// A complete grid and all its descendants: each followed by its children, by block, and in the order in which the
/// block has launched them. Sorts and numbers them.
std::vector<Grid*> family_of(Grid& grid);
/// The same, as the check of their races has it.
std::vector<FamilyGrid> checked_grids(const std::vector<Grid*>& family);

}  // namespace simt
