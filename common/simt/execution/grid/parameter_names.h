/// @file
/// @ingroup simt_execution
/// What the kernel calls the memory that its arguments point to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "counters/trace.h"
#include "execution/grid/grid.h"

namespace simt {

/// " (parameter `out`)" for memory at [begin, end) that an argument of the launch points to, or nothing.
std::string parameter_note(const Grid& grid, std::uintptr_t begin, std::uintptr_t end);
/// What each pointer among the arguments of the launch points to: from there to the end of the allocation.
std::vector<NamedMemory> named_memory(const Grid& grid);

}  // namespace simt
