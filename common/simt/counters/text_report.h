/// @file
/// @ingroup simt_counters
/// The report of SIMT_REPORT=text.
#pragma once

#include "counters/report.h"
#include "simt_counters.h"

namespace simt {

/// Writes a launch to stderr: a row for each line of source and kind of access, and the totals.
void write_text_report(const LaunchCounts& launch, const Counters& totals);

}  // namespace simt
