/// @file
/// @ingroup tutorial
/// What keeps a GPU busy until the host has submitted what is to be timed.
#pragma once

#include <cuda_runtime.h>

namespace tutorial {

#if defined(__CUDACC__) && !defined(__SIMTCC__)
/// A kernel that works for so many cycles of a multiprocessor's clock, each about half a nanosecond. (A template,
/// so that only programs that use it have it.)
template <int = 0>
__global__ void spin(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

/// Keeps the default stream busy for 0.1 ms; a host that has slept submits a launch in 30 µs.
static inline void keep_busy() { spin<><<<1, 1>>>(200'000); }
#else
/// The CPU backend has no times.
static inline void keep_busy() {}
#endif

}  // namespace tutorial
