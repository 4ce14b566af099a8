/// @file
/// @ingroup tutorial
/// Work that lasts until the host says so, to see what waits for it.
#pragma once

#include <cuda_runtime.h>

#include "tutorial/check.cuh"

/// Work in a stream, a host function, that ends when the host opens the gate. What comes behind it in
/// the stream begins after that. A gate that is destroyed opens. Use the kernels once before: the first
/// use of a program's kernels brings their code to the device and may wait for all work in flight.
///
/// For experiments only. A host function that waits keeps those of other streams from running, and
/// prefetches that wait for something, too, so close one gate at a time and put neither behind it.
///
///     Gate gate(stream);
///     kernel<<<grid, block, 0, stream>>>();
///     cudaStreamQuery(stream);                    // cudaErrorNotReady on the fastest device
///     gate.open();
class Gate {
 public:
  explicit Gate(cudaStream_t stream);
  ~Gate();
  Gate(Gate&& other) noexcept;
  Gate& operator=(Gate&& other) noexcept;

  void open();

  /// Whether nothing runs on the device, or can begin, but closed gates, and each HostCall waits for the device: what
  /// has not happened waits for the gates. Only the CPU backend knows; on a GPU this is false.
  static bool hold_up_everything();

 private:
  struct Lock;
  Lock* lock_;  // null: moved away
};

#ifndef TUTORIAL_COMPILED
#include "tutorial/gate.inl.cuh"
#endif
