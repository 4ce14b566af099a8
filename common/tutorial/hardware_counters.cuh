/// @file
/// @ingroup tutorial
/// What a GPU counts itself while kernels run, read inside of the program with CUPTI's range profiler.
///
/// A GPU has counters for a few figures at a time, so the same launches run again and again, a pass each,
/// until all figures are there. They are not timed. A figure that this GPU does not have is NaN.
///
/// It needs CUPTI of CUDA 12.8 or newer and a build with CMake; elsewhere there are no counters, and
/// `no_hardware_counters()` says why.
#pragma once

#include <functional>
#include <string>

#include "tutorial/check.cuh"
#include "tutorial/counters.cuh"
#include "tutorial/page.cuh"

/// The counters, and figures that only hardware has.
struct HardwareCounters {
  Counters counters = Counters::unknown();
  double instructions = kNotCounted;          ///< of warps
  double active_lanes_percent = kNotCounted;  ///< of a warp's lanes, over its instructions
  double l1_hits_percent = kNotCounted;       ///< of the sectors that loads ask L1 for
  double l2_hits_percent = kNotCounted;       ///< of the sectors that L1 asks L2 for
  double dram_bytes = kNotCounted;            ///< read and written
  double occupancy_percent = kNotCounted;     ///< resident warps, of those that have room
  /// What warps wait for most, by Nsight Compute's name of the stall reason, with its share of all cycles
  /// that warps do not issue in: "long scoreboard 62 %".
  std::string stall = {};
};

namespace tutorial {

/// Why the device's counters cannot be read, in a few words with what to do about it; empty if they can.
/// The first call tries it, which takes most of a second on an H200.
std::string no_hardware_counters();

/// No counters of the device from now on: `--counters off`.
void switch_off_hardware_counters();

/// Counts what the device does for `launch`, with warm caches: once before the first pass, and then once per
/// pass, `launch` is called and waited for.
/// @param reset what makes ready for a launch; called before each, and not counted
/// @return all unknown if the counters cannot be read
HardwareCounters count_on_device(const std::function<void()>& reset,
                                 const std::function<void()>& launch);

/// Counts what the kernels do that `launch` launches. It is called once; CUPTI repeats each kernel, and
/// restores the memory that it has written. For kernels that do not wait for each other or for the host; a
/// process uses either this or count_on_device().
/// @return all unknown if the counters cannot be read, or not of these kernels (graphs, cooperative launches)
Counters count_kernels(const std::function<void()>& launch);

}  // namespace tutorial

/// Whether there are counters to show. On a GPU the first call finds out whether it lets us read its own.
inline bool has_counters() {
  if (kCountsInsteadOfTimes) return kHasModel;
  tutorial::page().no_counters = tutorial::no_hardware_counters();
  return tutorial::page().no_counters.empty();
}

/// What is counted while `launch` runs, and the device does what it has launched. A GPU has to run it again
/// and again for that; without counters it runs once.
/// @param reset what makes ready for a launch, and is not counted
inline Counters counters_of(
    const std::function<void()>& launch, const std::function<void()>& reset = [] {}) {
  if (!kHasModel) return tutorial::count_on_device(reset, launch).counters;
  reset();
  const Counters before = read_counters();
  launch();
  return read_counters() - before;
}

#ifndef TUTORIAL_COMPILED
#include "tutorial/hardware_counters.inl.cuh"
#endif
