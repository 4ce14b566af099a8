/// @file
/// @ingroup simt_base
/// What every OS thread that runs host code has for itself; also a thread of the device, for host functions of streams.
#pragma once

#include "driver_types.h"
#include "simt/graph_types.h"

#include "base/api_call.h"

namespace simt {

struct HostThread {
  int device = 0;  ///< cudaSetDevice
  CallSite call;   ///< the outermost function of the runtime that it is in
  cudaError_t last_error = cudaSuccess;
  bool last_error_is_reported = false;
  const void* host_function = nullptr;  ///< of a stream, that it runs
  cudaStreamCaptureMode capture_mode = cudaStreamCaptureModeGlobal;
  bool is_in_runtime = false;  ///< see InRuntime
};
/// The calling thread's.
HostThread& host_thread();

/// While it lives, the calling thread is busy with the order of operations: its accesses are the runtime's, not the
/// program's.
class InRuntime {
 public:
  InRuntime() { host_thread().is_in_runtime = true; }
  ~InRuntime() { host_thread().is_in_runtime = false; }
  InRuntime(const InRuntime&) = delete;
  InRuntime& operator=(const InRuntime&) = delete;
};
inline bool is_in_runtime() { return host_thread().is_in_runtime; }

}  // namespace simt
