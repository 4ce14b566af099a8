/// @file
/// @ingroup tutorial
/// What changed between CUDA 12.4 and 13: the one place that knows.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

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

/// The current device, and the host, as places for managed memory.
inline cudaMemLocation on_device() {
  cudaMemLocation location = {cudaMemLocationTypeDevice, 0};
  CHECK(cudaGetDevice(&location.id));
  return location;
}
inline cudaMemLocation on_host() { return {cudaMemLocationTypeHost, 0}; }

/// cudaMemPrefetchAsync as CUDA 13 has it, which before had another name: moves the pages of managed
/// memory, in the order of the stream.
inline cudaError_t prefetch(const void* pointer, std::size_t bytes, cudaMemLocation where,
                            cudaStream_t stream = nullptr) {
#if CUDART_VERSION >= 13000
  return cudaMemPrefetchAsync(pointer, bytes, where, 0, stream);
#else
  return cudaMemPrefetchAsync_v2(pointer, bytes, where, 0, stream);
#endif
}

/// cudaMemAdvise as CUDA 13 has it: says how the pages of managed memory will be used.
inline cudaError_t advise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice,
                          cudaMemLocation where) {
#if CUDART_VERSION >= 13000
  return cudaMemAdvise(pointer, bytes, advice, where);
#else
  return cudaMemAdvise_v2(pointer, bytes, advice, where);
#endif
}
