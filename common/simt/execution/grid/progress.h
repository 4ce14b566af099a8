/// @file
/// @ingroup simt_execution
/// What blocks wait for that wait for other blocks, and OS threads that have nothing to do.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace simt {

class Progress {
 public:
  /// Something has happened that somebody may be waiting for.
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

// What a launch that never ends is told by.
/// A block has begun or ended, or a thread of one has ended.
void note_progress();
double seconds_without_progress();
/// A block that goes on and on is not where it has been before.
void note_change();
double seconds_without_change();
/// This OS thread has blocks to run, or none.
void note_busy(bool busy);
/// A block of this OS thread asks whether it gets on.
void note_question();
/// Whether another OS thread has blocks to run.
bool others_are_busy();
/// Whether each OS thread that runs blocks has asked in the last `seconds`: one that has not may compute, or
/// wait for its turn on a busy machine.
bool all_have_asked(double seconds);

}  // namespace simt
