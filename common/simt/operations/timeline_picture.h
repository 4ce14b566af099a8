/// @file
/// @ingroup simt_operations
/// What a timeline looks like: a picture with a lane for each stream, and a table.
#pragma once

#include <string>
#include <vector>

#include "simt_timeline.h"

namespace simt {

/// An SVG: a lane for each stream, in which operations that run at the same time have rows of their own;
/// arrows lead from lane to lane to what waits.
/// @param first, last the steps that are shown: an operation that does not lie between them is left out
std::string draw_timeline(const std::vector<TimelineOperation>& operations, long long first,
                          long long last);
/// CSV: a row for each operation, those that it waits for by their numbers, from 1.
std::string timeline_table(const std::vector<TimelineOperation>& operations);

}  // namespace simt
