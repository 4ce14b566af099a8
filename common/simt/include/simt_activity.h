/// @file
/// @ingroup tutorial
/// What the device is about, for a program that wants to know whether something still can happen.
#pragma once

#include "simt/users_macros_away.inc"

namespace simt {

struct Activity {
  /// Kernels, copies, host functions and the like that run or can begin. All others in streams wait for these.
  unsigned running = 0;
  /// Calls of host threads that wait for work in streams which is not done.
  unsigned waiting_calls = 0;
};

/// At this moment.
Activity activity();

/// Whether a host function that was given `user_data` has begun and has not returned.
bool runs_host_function(const void* user_data);

}  // namespace simt

#include "simt/users_macros_back.inc"
