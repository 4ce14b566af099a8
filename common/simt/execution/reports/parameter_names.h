/// @file
/// @ingroup simt_execution
/// What the kernel calls the memory that its arguments point to.
#pragma once

#include <cstdint>
#include <string>

#include "execution/grid/grid.h"

namespace simt {

/// " (parameter `out`)" for memory at [begin, end) that an argument of the launch points to, or nothing.
std::string parameter_note(const Grid& grid, std::uintptr_t begin, std::uintptr_t end);

}  // namespace simt
