/// @file
/// @ingroup simt_analysis
/// What the environment asked for after each launch: SIMT_REPORT, and the totals behind
/// `simt::counters()`.
#pragma once

#include "../runtime/grid.h"

namespace simt {

/// Adds a launch to the totals.
void count_launch(const Grid& grid);
/// Adds bytes of device memory that a copy or a memset has written.
void count_copied(std::size_t bytes);
/// Writes its report; called in the order in which launches were issued.
void report_launch(const Grid& grid);

}  // namespace simt
