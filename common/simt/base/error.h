/// @file
/// @ingroup simt_base
/// The error state of the runtime: the last error of each thread, of the host and of kernels, and the sticky one of a
/// device whose kernel was stopped.
#pragma once

#include <functional>
#include <string>

#include "driver_types.h"

namespace simt {

/// Why a kernel was stopped.
struct KernelError {
  cudaError_t code = cudaSuccess;
  std::string report;
};

/// What every API function returns through: remembers an error for cudaGetLastError.
cudaError_t result(cudaError_t error);
/// The sticky error, or success; cudaErrorNotPermitted inside of a host function.
cudaError_t device_error();
/// Calls a host function of a stream, which must not call CUDA.
void call_host_function(const void* function, const std::function<void()>& call);
bool in_host_function();
/// Marks the device as broken by a kernel, prints the report, and makes the process exit non-zero.
void kernel_failed(const KernelError& error);
/// What a report says of the switch that lets a program with such races go on. @param setting "SIMT_CHECK_GLOBAL"
std::string race_note(const char* setting);
/// Whether the program has come to its end as if no kernel had failed: known only then.
bool failure_is_ignored();
/// The last thing that a process does: one that ignores a failure must not look like a success.
void end_after_failure();
/// cudaDeviceReset: as on hardware, a device that a kernel broke stays unavailable.
void reset_device_error();

}  // namespace simt
