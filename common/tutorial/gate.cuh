/// @file
/// @ingroup tutorial
/// Work that lasts until the host says so, to see what waits for it.
#pragma once

#include <cuda_runtime.h>

#include <future>
#include <memory>

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
  explicit Gate(cudaStream_t stream) {
    auto opened = std::make_unique<Opened>(promise_.get_future());
    CHECK(cudaLaunchHostFunc(stream, wait, opened.get()));
    opened.release();  // now the host function's
  }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  void open() { promise_.set_value(); }

 private:
  using Opened = std::future<void>;
  static void wait(void* opened) { std::unique_ptr<Opened>(static_cast<Opened*>(opened))->wait(); }

  std::promise<void> promise_;
};
