/// @file
/// @ingroup simt_execution
/// Reports of what the checks of global memory have found when a grid has ended.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "execution/grid/grid.h"
#include "execution/reports/report.h"
#include "races/grid_checks.h"

namespace simt {

/// "byte 12 of the 4096 bytes that were allocated at x.cu:7 (parameter p)"
std::string memory_text(const Grid& grid, std::uintptr_t address);
KernelError global_race_report(const Grid& grid, const BlockRace& race);
KernelError unwritten_global_report(const Grid& grid, const UnwrittenRead& read);
/// What an observer has found. @param text lines
KernelError finding_report(const Grid& grid, const std::string& text);
/// Uninitialised reads as warnings, one for each line of code in the whole program.
void warn_of_unwritten(const Grid& grid, const std::vector<UnwrittenRead>& reads);

}  // namespace simt
