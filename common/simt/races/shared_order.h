/// @file
/// @ingroup simt_races
/// The happens-before relation between the threads of a block, between two of its barriers: by `__syncwarp`, flags,
/// barriers of tiles, and split barriers (arrive and wait).
///
/// Each warp has a logical clock, which advances at every event that can order something. So a thread and a timestamp
/// identify what the thread has done, and vector clocks say what happens before what.
///
/// A flag, in shared or global memory, orders what comes before a release with what comes after an acquire that has
/// seen it. A release is a store or an atomic operation with release order, or after a fence; an acquire is a load or
/// an atomic operation with acquire order, or before a fence. `atomicCAS` and its relatives acquire without a fence:
/// locks are commonly written so, and it is harmless.
///
/// Tiles of several warps have a barrier of their own.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "base/limits.h"
#include "races/lane_clocks.h"

namespace simt {

class SharedOrder {
 public:
  SharedOrder() { barrier(); }

  /// @param threads of the block
  void begin_block(unsigned threads) {
    clock_size_ = (threads + kWarpLanes - 1) / kWarpLanes * kWarpLanes;
  }
  /// Everything so far happens before the rest.
  void barrier();
  /// `__syncwarp` of `lanes`. @param whole whether all live lanes of the warp took part
  void sync_warp(unsigned warp, std::uint32_t lanes, bool whole);

  /// A barrier of all threads of these warps, a bit each.
  void sync_warps(std::uint32_t warps);

  // Flags.
  void fence(unsigned thread);
  /// Whether a thread of its warp has called a fence in this interval.
  bool has_fenced(unsigned thread) const { return warp_fence_[thread / kWarpLanes] >= interval_; }
  /// The thread writes a flag. @param is_store whether it is no read-modify-write, which continues a release sequence
  /// @param has_order whether it has release order; otherwise it needs a fence
  void release(std::uintptr_t flag, unsigned thread, bool is_store, bool has_order);
  /// The thread reads a flag. @param has_order whether it has acquire order; otherwise it needs a fence
  void acquire(std::uintptr_t flag, unsigned thread, bool has_order);

  // Split barriers: all threads arrive at a phase before any passes it, and pass it before they arrive at the next one.
  // @param which of kBarriers
  void arrive(unsigned which, std::uint32_t phase, unsigned thread);
  void pass(unsigned which, std::uint32_t phase, unsigned thread);

  /// The first timestamp of the barrier interval: everything earlier is ordered.
  std::uint32_t interval() const { return interval_; }
  /// The thread's current timestamp.
  std::uint32_t timestamp(unsigned thread) const { return warp_timestamp_[thread / kWarpLanes]; }
  /// Whether what `earlier` did at this timestamp of this interval happens before what `later` does now.
  bool ordered(unsigned earlier, std::uint32_t timestamp, unsigned later) const {
    if (earlier == later) return true;
    if (earlier / kWarpLanes == later / kWarpLanes) {
      const Lanes& lanes = lanes_[later / kWarpLanes];
      if (lanes.whole > timestamp ||
          lanes.seen[later % kWarpLanes][earlier % kWarpLanes] > timestamp)
        return true;
    }
    return has_flags_ && thread_clocks_[later] != nullptr &&
           (*thread_clocks_[later])[earlier] > timestamp;
  }
  /// Whether threads may have been ordered in this interval by anything but `__syncwarp`.
  bool has_flags() const { return has_flags_; }

  static constexpr unsigned kBarriers = 3;
  static constexpr unsigned kThreads = kMaxBlockThreads;

  /// Has a timestamp for every thread of the block: what that thread did earlier happens before what the clock's owner
  /// does now.
  using VectorClock = std::vector<std::uint32_t>;
  using ClockPointer = std::shared_ptr<const VectorClock>;
  /// What the thread knows of others of this interval; null: nothing.
  const ClockPointer& clock(unsigned thread) const { return thread_clocks_[thread]; }

 private:
  struct Lanes {
    std::uint32_t whole;  ///< timestamp after the last `__syncwarp` of all lanes
    LaneClocks seen;
  };
  struct Phase {
    std::shared_ptr<VectorClock> clock;  ///< join of the clocks of all that have arrived
    std::array<ClockPointer, kThreads> arrival_clocks;  ///< of each thread when it arrived
  };
  struct SplitBarrier {
    Phase phases[2];  ///< the one that threads arrive at, and the one that others still pass
  };

  std::uint32_t next_timestamp(unsigned warp) { return warp_timestamp_[warp] = ++now_; }
  /// Joins the thread's clock into `clock`, and what it did itself before `own`.
  void join_thread_clock(VectorClock& clock, unsigned thread, std::uint32_t own) const;
  void join(ClockPointer& known, const ClockPointer& more) const;

  std::uint32_t now_ = 0;
  std::uint32_t interval_ = 0;
  std::uint32_t warp_timestamp_[kMaxWarps] = {};
  std::uint32_t warp_fence_[kMaxWarps] = {};  ///< timestamp after the last fence of a lane
  std::uint32_t fence_[kThreads] = {};        ///< the same of each thread
  Lanes lanes_[kMaxWarps] = {};

  unsigned clock_size_ = kThreads;
  bool has_flags_ = false;
  std::array<ClockPointer, kThreads> thread_clocks_;
  std::array<ClockPointer, kThreads>
      unfenced_acquires_;  ///< clocks of flags read without acquire order
  struct Released {
    ClockPointer clock;
    unsigned by = kThreads;  ///< the thread; kThreads: there were several
  };
  std::unordered_map<std::uintptr_t, Released> released_;
  std::unique_ptr<SplitBarrier> split_barriers_[kBarriers];
};

}  // namespace simt
