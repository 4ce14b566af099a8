/// @file
/// @ingroup tutorial
/// What a program has put into streams, what waits for what, and in which step an ideal device would do
/// it: for programs that show how well they overlap, and for checks.
///
///     const Timeline timeline = record_timeline([&] { run_pipeline(…); });
///     const auto copies = timeline.all("copy to device"), kernels = timeline.all("kernel");
///     exercise.require(timeline.may_overlap(copies[1], kernels[0]), "the second copy waits");
///     exercise.require(timeline.steps() <= 12, "an ideal device needs " + …);
///
/// Only the CPU backend knows this: it is a model without a clock. On a GPU every timeline is empty.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <string>
#include <vector>

#include "tutorial/check.cuh"

#if __has_include(<simt_timeline.h>)
#include <simt_timeline.h>
#define TUTORIAL_HAS_TIMELINES 1
#else
#define TUTORIAL_HAS_TIMELINES 0
#endif

/// Whether timelines are recorded: on the CPU backend, not on a GPU.
inline constexpr bool kHasTimelines = TUTORIAL_HAS_TIMELINES == 1;

/// Operations of streams against the steps of an ideal device.
///
/// A step is the time for 64 KiB: an operation takes as many as go into what it reads, or into what it
/// writes if that is more, and at least one. Events, allocations and the host's waiting take none. The
/// device has one copy engine for each direction; kernels run side by side while their blocks fit on
/// its multiprocessors. Nothing here depends on how long anything took.
class Timeline {
 public:
  struct Operation {
    /// "kernel", "copy to device", "copy to host", "copy inside", "copy on host",
    /// "prefetch to device", "prefetch to host", "memset", "host function", "allocation", "release", "event record", "event wait", "marker" (where a
    /// graph begins or ends, or an empty node), "host waits".
    std::string kind;
    std::string name;               ///< of the kernel, or of the function of the CUDA runtime
    std::string line;               ///< "x.cu:12" of the launch or call
    unsigned long long stream = 0;  ///< as cudaStreamGetId has it; 0 for the host
    bool in_graph = false;
    unsigned long long bytes = 0;    ///< that it reads, or writes, whichever is more
    long long start = 0, end = 0;    ///< steps: it runs in [start, end)
    std::vector<std::size_t> after;  ///< indices of those that it waits for; all are smaller

    long long steps() const { return end - start; }
  };

  Timeline() = default;
  /// @param operations in the order of issue
  explicit Timeline(std::vector<Operation> operations);

  /// In the order of issue. Empty on a GPU.
  const std::vector<Operation>& operations() const { return operations_; }
  /// Indices of the operations of this kind or name.
  std::vector<std::size_t> all(const std::string& kind_or_name) const;

  /// Whether operation `a` must be done before `b` begins: by streams, events, edges of a graph, or
  /// because the host has waited for it first.
  bool comes_before(std::size_t a, std::size_t b) const;
  /// Whether nothing orders the two, so that a device with enough of everything may do both at once.
  bool may_overlap(std::size_t a, std::size_t b) const;
  /// Whether the ideal device does both in at least one step.
  bool overlap(std::size_t a, std::size_t b) const;

  /// Steps until all is done.
  long long steps() const;
  /// Steps of the longest chain of operations that wait for each other: no device can need fewer.
  long long critical_path() const;
  /// Steps of all operations of this kind or name, one after the other.
  long long steps_of(const std::string& kind_or_name) const;

 private:
  std::vector<Operation> operations_;
};

namespace tutorial {
void start_timeline();
Timeline finish_timeline();
}  // namespace tutorial

/// Runs a function that puts work into streams; waits for the device before and after it.
/// @return what it has put there; empty on a GPU
template <class Run>
Timeline record_timeline(Run run) {
  tutorial::start_timeline();
  run();
  return tutorial::finish_timeline();
}

#ifndef TUTORIAL_COMPILED
#include "tutorial/timeline.inl.cuh"
#endif
