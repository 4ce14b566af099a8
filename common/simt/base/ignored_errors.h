/// @file
/// @ingroup simt_base
/// Errors that the program has not checked: the result of a call was ignored, or a launch failed, and no
/// cudaGetLastError() followed. They are reported at the end.
#pragma once

#include "driver_types.h"
#include "simt/launch.h"

namespace simt {

/// `kernel<<<…>>>()` has failed.
void record_failed_launch(const LaunchConfig& config, cudaError_t error);
/// This thread has checked its last error.
void errors_were_checked();
/// A call of this thread has failed.
void error_is_new();
/// The error that the running call is about to return has been reported.
void error_is_reported();
/// Warns of the errors that were not checked.
void report_ignored_errors();

}  // namespace simt
