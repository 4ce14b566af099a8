/// @file
/// @ingroup simt_counters
/// The reports after each launch that SIMT_REPORT asks for, and the totals of `simt::counters()`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/launch.h"

#include "counters/replay.h"
#include "counters/trace.h"

namespace simt {

/// The counters of a launch.
struct LaunchCounts {
  const LaunchConfig& config;
  const SiteTable& sites;
  const OtherCounts& others;
  const ClusterTrace* trace;  ///< null: none was asked for
};

/// Adds a launch to the totals.
void count_launch(const LaunchCounts& launch);
/// Writes its report; called in the order in which launches were issued.
void report_launch(const LaunchCounts& launch);

}  // namespace simt
