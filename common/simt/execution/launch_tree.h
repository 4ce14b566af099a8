/// @file
/// @ingroup simt_execution
/// Which kernels have launched which: for SIMT_LAUNCHES, and for programs that ask (simt_launches.h).
#pragma once

#include <vector>

namespace simt {

struct Grid;

/// Adds a launch of the host and its descendants (family_of); to be called in the order of issue.
void add_to_launches(const std::vector<Grid*>& family);

}  // namespace simt
