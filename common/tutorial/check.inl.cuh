/// @file
/// @ingroup tutorial
#pragma once

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "tutorial/check.cuh"
#include "tutorial/exit_code.cuh"

namespace tutorial {

/// What a failed CHECK does after its message and before it ends the program. In the check of an exercise
/// that is its verdict.
inline void (*on_failed_check)(cudaError_t error, const char* what) = nullptr;

TUTORIAL_INLINE NoticedError& noticed_error() {
  static NoticedError function = nullptr;
  return function;
}
TUTORIAL_INLINE NoticedError on_noticed_error(NoticedError function) {
  return std::exchange(noticed_error(), function);
}

TUTORIAL_INLINE bool means_no_device(cudaError_t error) {
  return error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver ||
         error == cudaErrorStubLibrary || error == cudaErrorSystemDriverMismatch ||
         error == cudaErrorDevicesUnavailable || error == cudaErrorNoKernelImageForDevice;
}

TUTORIAL_INLINE const char* hint(cudaError_t error, bool after_launch) {
  // CUDA 13 has the more general error for a configuration that no device can run.
  if (after_launch && error == cudaErrorInvalidValue) error = cudaErrorInvalidConfiguration;
#if __has_include(<simt_counters.h>)
  // The CPU backend has printed where and why.
  if (error == cudaErrorIllegalAddress || error == cudaErrorMisalignedAddress ||
      error == cudaErrorLaunchFailure) {
    return nullptr;
  }
#endif
  switch (error) {
    case cudaErrorInvalidConfiguration:
      return "at most 1024 threads per block, none of the dimensions 0, y and z of the grid at "
             "most 65535, shared memory within the limit (device_query prints yours)";
    case cudaErrorLaunchOutOfResources:
      return "registers or shared memory of one block exceed those of a multiprocessor: use a "
             "smaller block, or __launch_bounds__";
    case cudaErrorMemoryAllocation:
      return "ask for less: --size sets the problem size; is a cudaFree missing?";
    case cudaErrorIllegalAddress:
      return "a kernel before this call left its memory: check the bounds, and whether every "
             "pointer is a device pointer; compute-sanitizer finds the line";
    case cudaErrorMisalignedAddress:
      return "a kernel before this call used an address that is no multiple of the access's size "
             "(a float4 needs 16 bytes); compute-sanitizer finds the line";
    case cudaErrorLaunchFailure:
      return "a kernel before this call was aborted; compute-sanitizer finds the line";
    case cudaErrorLaunchTimeout:
      return "a kernel ran longer than this device's display allows: a loop that never ends, or "
             "too much work for one launch";
    case cudaErrorInvalidValue:
      return "a null or host pointer where a device pointer belongs, a size beyond the allocation, "
             "or a copy in the wrong direction; at a launch, more than 48 KiB of shared memory "
             "that the kernel was not allowed";
    case cudaErrorInvalidSymbol:
      return "give the __device__ or __constant__ variable itself, not its address or its name";
    case cudaErrorInvalidDevicePointer:
      return "this pointer did not come from cudaMalloc, or was freed before";
    case cudaErrorInvalidDeviceFunction:
    case cudaErrorNoKernelImageForDevice:
      return "the program was not compiled for this device: add its architecture (-arch=native)";
    case cudaErrorStreamCaptureIsolation:
      return "the event was recorded in a stream that is not captured: first let that stream wait "
             "for an event that was recorded in the captured one";
    case cudaErrorStreamCaptureUnjoined:
      return "a stream was captured, and the one in which the capture began does not wait for its "
             "last work";
    case cudaErrorStreamCaptureInvalidated:
      return "an earlier call since cudaStreamBeginCapture is not allowed during a capture: CHECK "
             "each of them";
    case cudaErrorStreamCaptureImplicit:
      return "a call that names no stream uses the legacy one, which waits for the stream that is "
             "captured: name a stream in it";
    case cudaErrorAssert:
      return "an assert in a kernel failed; its text is above";
    case cudaErrorNoDevice:
      return "no GPU is visible: see nvidia-smi and CUDA_VISIBLE_DEVICES";
    case cudaErrorInsufficientDriver:
      return "no NVIDIA driver, or one older than this CUDA runtime needs";
    default:
      return nullptr;
  }
}

TUTORIAL_INLINE void print_error(cudaError_t error, const char* what, const char* file, int line,
                                 bool after_launch) {
  std::fflush(stdout);  // what the program said so far comes first, also in a pipe
  std::fprintf(stderr, "%s:%d: %s\n  %s (%d): %s\n", file, line, what, cudaGetErrorName(error),
               static_cast<int>(error), cudaGetErrorString(error));
  if (const char* text = hint(error, after_launch)) std::fprintf(stderr, "  hint: %s\n", text);
}

TUTORIAL_INLINE void check(cudaError_t error, const char* what, const char* file, int line,
                           bool after_launch) {
  if (error == cudaSuccess) return;
  if (noticed_error() != nullptr) noticed_error()();
  print_error(error, what, file, line, after_launch);
  if (on_failed_check != nullptr && !means_no_device(error)) on_failed_check(error, what);
  std::exit(means_no_device(error) ? kExitSkipped : kExitWrong);
}

}  // namespace tutorial
