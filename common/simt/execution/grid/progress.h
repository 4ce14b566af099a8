/// @file
/// @ingroup simt_execution
/// Wakes OS threads that are idle, or whose blocks wait for other blocks.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace simt {

class Progress {
 public:
  /// Something has changed that a thread may wait for.
  void notify();
  std::uint64_t version();
  /// Returns when `version()` is no longer `seen`.
  void wait(std::uint64_t seen);
  /// The same, but also when a block begins or ends, or after `most` in any case.
  void wait_for_block(std::uint64_t seen, std::chrono::microseconds most);
  /// A block has begun or ended.
  void notify_of_block() {
    if (waiting_for_block_.load(std::memory_order_relaxed) > 0) [[unlikely]]
      notify();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t version_ = 0;
  std::atomic<unsigned> waiting_for_block_{0};
};

/// Of all OS threads that run blocks.
Progress& progress();

// Progress of all blocks, for the watchdog.
/// A block has begun or ended, or a thread of one has ended.
void record_progress();
double seconds_without_progress();
/// A block that does not finish does not repeat its state either.
void record_change();
double seconds_without_change();
/// This OS thread has blocks to run, or none.
void set_busy(bool busy);
/// The watchdog has checked a block of this OS thread.
void record_check();
/// Whether another OS thread has blocks to run.
bool others_are_busy();
/// Whether the watchdog has checked a block of every OS thread that runs blocks in the last `seconds`. A thread where
/// it has not may compute, or not be scheduled on a busy machine.
bool all_have_checked(double seconds);

}  // namespace simt
