/// @file
/// @ingroup tutorial
/// Two clocks, and why one number is not enough.
#pragma once

#include <cuda_runtime.h>

#include <chrono>
#include <vector>

#include "tutorial/check.cuh"
#include "tutorial/counters.cuh"

/// Time on the host's clock since construction or the last restart. A launch returns before the
/// kernel has run: synchronise before you read it.
class HostTimer {
 public:
  void restart() { start_ = Clock::now(); }
  double milliseconds() const {
    return std::chrono::duration<double, std::milli>(Clock::now() - start_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

/// Time on the device's clock between two points of a stream, from a pair of CUDA events.
class EventTimer {
 public:
  explicit EventTimer(cudaStream_t stream = nullptr) : stream_(stream) {
    CHECK(cudaEventCreate(&start_));
    CHECK(cudaEventCreate(&stop_));
  }
  ~EventTimer();
  EventTimer(const EventTimer&) = delete;
  EventTimer& operator=(const EventTimer&) = delete;

  void start() { CHECK(cudaEventRecord(start_, stream_)); }
  /// Waits until the stream has come here; the milliseconds since `start`.
  float stop() {
    CHECK(cudaEventRecord(stop_, stream_));
    CHECK(cudaEventSynchronize(stop_));
    float milliseconds = 0;
    CHECK(cudaEventElapsedTime(&milliseconds, start_, stop_));
    return milliseconds;
  }

 private:
  cudaStream_t stream_;
  cudaEvent_t start_ = nullptr, stop_ = nullptr;
};

/// The middle value, or the mean of the two in the middle: one slow run does not move it. `values`
/// must not be empty.
double median(std::vector<double> values);

namespace tutorial {
/// How often a launch is timed that takes so long: 20 times, or as often as half a second allows; an odd number
/// then, and at least 3, so that the median is one of the times.
int timed_runs(double milliseconds);
}  // namespace tutorial

/// The time on the host's clock that `work` takes, in milliseconds: the median of `runs`, after one
/// that is not timed. `work` waits for what it starts. The CPU backend has no times: it works once.
template <class Work>
double host_milliseconds(int runs, const Work& work) {
  if (has_times()) work();
  std::vector<double> times;
  for (int run = 0; run < (has_times() ? runs : 1); ++run) {
    const HostTimer timer;
    work();
    times.push_back(timer.milliseconds());
  }
  return median(times);
}

#ifndef TUTORIAL_COMPILED
#include "tutorial/timer.inl.cuh"
#endif
