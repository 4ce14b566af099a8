/// @file
/// What the environment asked for after each launch: SIMT_REPORT, and the totals behind
/// `simt::counters()`.
#pragma once

#include "../runtime/grid.h"

namespace simt {

void report_launch(const Grid& grid);

}  // namespace simt
