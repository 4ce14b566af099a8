/// @file
/// @ingroup simt_base
/// Errors that the program has not looked at: the result of a call was ignored, or a launch has none, and
/// nobody asked cudaGetLastError() afterwards. They are told at the end.
#pragma once

#include "driver_types.h"
#include "simt/launch.h"

namespace simt {

/// `kernel<<<…>>>()` has failed.
void note_failed_launch(const LaunchConfig& config, cudaError_t error);
/// This thread has asked for its last error.
void errors_were_asked_for();
/// A call of this thread has failed.
void error_is_new();
/// The error that the running call is about to return has been told of.
void error_is_told();
/// Warns of the errors that nobody has asked for.
void report_ignored_errors();

}  // namespace simt
