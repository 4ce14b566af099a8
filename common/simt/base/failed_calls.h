/// @file
/// @ingroup simt_base
/// What a stopped kernel has made fail: the calls and launches behind it, which all return its error or do nothing.
#pragma once

#include <string>

#include "simt/launch.h"

#include "base/api_call.h"

namespace simt {

/// A call of the runtime that has returned the sticky error.
void record_failed_call(const CallSite& call);
// Work that was not done because of that error. In other streams than the default one it is left out.
void record_lost_launch(const LaunchConfig& config);
void record_lost_call(const CallSite& call, bool is_in_default_stream);
/// One line that names the first of them; empty if there were none.
std::string failed_calls_text();

}  // namespace simt
