/// @file
/// @ingroup tutorial
/// What changed between CUDA 12.4 and 13: the one place that knows.
#pragma once

#include <cuda_runtime.h>

#include "tutorial/check.cuh"

/// An attribute of the current device, in the unit of the CUDA documentation.
inline int device_attribute(cudaDeviceAttr attribute) {
  int device = 0, value = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&value, attribute, device));
  return value;
}

/// Peak clock of the multiprocessors in kHz. CUDA 13 removed cudaDeviceProp::clockRate; the
/// attribute is there in every version.
inline int clock_rate_khz() { return device_attribute(cudaDevAttrClockRate); }

/// Peak clock of the memory in kHz; cudaDeviceProp::memoryClockRate until CUDA 12.
inline int memory_clock_rate_khz() { return device_attribute(cudaDevAttrMemoryClockRate); }

/// Whether a launch was refused for its grid, block or shared memory: cudaErrorInvalidValue since
/// CUDA 13, cudaErrorInvalidConfiguration before.
inline bool is_invalid_configuration(cudaError_t error) {
  return error == cudaErrorInvalidValue || error == cudaErrorInvalidConfiguration;
}
