/// @file
/// @ingroup simt_execution
/// Reports of races between a kernel and what it has launched.
#pragma once

#include <vector>

#include "execution/grid/grid.h"
#include "races/family_check.h"

namespace simt {

/// @param family its grids by their numbers
KernelError family_race_report(const std::vector<Grid*>& family, const FamilyRace& race);

}  // namespace simt
