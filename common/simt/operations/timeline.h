/// @file
/// @ingroup simt_operations
/// What goes into streams, in the order of issue, and what each waits for: for pictures, and for
/// programs that ask (simt_timeline.h).
#pragma once

#include <vector>

#include "operations/operation.h"
#include "operations/queue.h"

namespace simt {

/// Whether there is a timeline, or was one that may not be finished.
bool timelines_are_recorded();
void add_to_timelines(const OperationPtr& operation, const std::vector<TaskPtr>& after);
/// The host has waited. @param seen all that it knows to be done
void add_wait_to_timelines(const CallSite& call, const VectorClock& seen);
/// Writes what SIMT_TIMELINE asks for. To be called when the device is idle.
void write_timeline();

}  // namespace simt
