/// @file
/// @ingroup tutorial
/// Work that lasts until the host says so, to see what waits for it.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <future>
#include <memory>
#include <mutex>
#include <set>

#include "tutorial/check.cuh"
#include "tutorial/host_call.cuh"

#if __has_include(<simt_activity.h>)
#include <simt_activity.h>
#endif

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
    key_ = opened.get();
    {
      const std::lock_guard lock(mutex_);
      closed_.insert(key_);
    }
    CHECK(cudaLaunchHostFunc(stream, wait, opened.get()));
    opened.release();  // now the host function's
  }
  ~Gate() { forget(); }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  void open() {
    forget();
    promise_.set_value();
  }

  /// Whether nothing runs on the device, or can begin, but closed gates, and each HostCall waits for the device: what
  /// has not happened waits for the gates. Only the CPU backend knows; on a GPU this is false.
  static bool hold_up_everything() {
#if __has_include(<simt_activity.h>)
    const int calls =
        HostCall::running();             // first: one that returns later has issued what it had to
    const std::lock_guard lock(mutex_);  // those that wait do so until the end
    const long long waiting =
        std::count_if(closed_.begin(), closed_.end(), simt::runs_host_function);
    const simt::Activity now = simt::activity();
    return waiting > 0 && waiting == now.running && static_cast<int>(now.waiting_calls) >= calls;
#else
    return false;
#endif
  }

 private:
  using Opened = std::future<void>;
  static void wait(void* opened) { std::unique_ptr<Opened>(static_cast<Opened*>(opened))->wait(); }

  void forget() {
    const std::lock_guard lock(mutex_);
    closed_.erase(key_);
  }

  inline static std::mutex mutex_;
  inline static std::set<const void*> closed_;

  std::promise<void> promise_;
  const void* key_;  // what its host function gets
};
