/// @file
/// @ingroup simt_base
/// The kernel that an OS thread of the device runs, as code sees it that knows no blocks.
#pragma once

#include "driver_types.h"

namespace simt {

class RunningKernel {
 public:
  /// cudaGetLastError of the running CUDA thread.
  virtual cudaError_t& last_error() = 0;
  /// The device that it runs on.
  virtual int device() const = 0;
  /// The running CUDA thread has called a function that only host code can use.
  [[noreturn]] virtual void refuse_host_function(const char* function, const void* site) = 0;

 protected:
  ~RunningKernel() = default;
};

}  // namespace simt
