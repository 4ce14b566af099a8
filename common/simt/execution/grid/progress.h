/// @file
/// @ingroup simt_execution
/// What blocks wait for that wait for other blocks, and OS threads that have nothing to do.
#pragma once

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

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t version_ = 0;
};

/// The device's.
Progress& progress();

}  // namespace simt
