/// @file
/// @ingroup simt_base
/// What a stopped kernel has made fail: the calls and launches behind it, which all return its error or do nothing.
#pragma once

#include <string>

#include "simt/launch.h"

#include "base/api_call.h"

namespace simt {

/// A call of the runtime that has returned the sticky error, or whose work was not done because of it.
void record_failed_call(const CallSite& call);
/// A launch that was not made because of the sticky error. Those in other streams than the default one are left out:
/// which of them came first is not the same in every run.
void record_lost_launch(const LaunchConfig& config);
/// One line that names the first of them; empty if there were none.
std::string failed_calls_text();

}  // namespace simt
