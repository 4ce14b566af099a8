/// @file
/// @ingroup tutorial
/// Which metrics of a GPU make up our counters, by the names that CUPTI and Nsight Compute have for them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tutorial/hardware_counters.cuh"

namespace tutorial {

/// What was counted, by the metric's name.
using Figures = std::map<std::string, double>;

/// All metrics that the two functions below look for.
std::vector<std::string> wanted_metrics();

/// A counter is a sum of metrics; it is unknown if one of them is missing.
Counters to_counters(const Figures& figures);

/// The same with what only hardware has.
HardwareCounters to_hardware_counters(const Figures& figures);

}  // namespace tutorial
