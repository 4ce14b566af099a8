/// @file
/// @ingroup simt_races
/// Which accesses of the threads of a block come before which, between two barriers of the block: by
/// `__syncwarp`, by flags, by tiles, and by barriers in two halves.
///
/// Time is counted in ticks. Every event that can order something ends a tick of its warp, so what a
/// thread has done is known by the thread and the tick.
///
/// A flag orders what comes before a release and after an acquire that has seen it. A release is a store
/// or an atomic operation that has the order of one, or that comes after a fence; an acquire is a load or
/// an atomic operation that has the order of one, or that a fence follows. `atomicCAS` and its relatives
/// acquire without a fence: locks are commonly written so, and it is harmless. It may be in shared or in global memory.
///
/// Tiles of several warps meet at a barrier of their own.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "races/seen_lanes.h"

namespace simt {

class SharedOrder {
 public:
  SharedOrder() { barrier(); }

  /// @param threads of the block
  void begin_block(unsigned threads) { clock_size_ = (threads + 31) / 32 * 32; }
  /// What was done so far is ordered before the rest.
  void barrier();
  /// `__syncwarp` of `lanes`. @param whole whether all live lanes of the warp took part
  void meet(unsigned warp, std::uint32_t lanes, bool whole);

  /// All threads of these warps, a bit each, have met.
  void meet_warps(std::uint32_t warps);

  // Flags.
  void fence(unsigned thread);
  /// Whether a thread of its warp has fenced in this interval.
  bool has_fenced(unsigned thread) const { return warp_fence_[thread / 32] >= interval_; }
  /// The thread writes a flag. @param is_store not an atomic operation, which passes on what came before
  /// @param has_order of a release, without a fence
  void release(std::uintptr_t flag, unsigned thread, bool is_store, bool has_order);
  /// The thread reads a flag. @param has_order of an acquire; otherwise it needs a fence
  void acquire(std::uintptr_t flag, unsigned thread, bool has_order);

  // Barriers in two halves: all threads arrive at a phase before one passes it, and pass it before they
  // arrive at the next one. @param which of kBarriers
  void arrive(unsigned which, std::uint32_t phase, unsigned thread);
  void pass(unsigned which, std::uint32_t phase, unsigned thread);

  /// Begin of the barrier interval: what was done in an earlier tick is ordered.
  std::uint32_t interval() const { return interval_; }
  /// The tick that the thread is in.
  std::uint32_t tick(unsigned thread) const { return warp_tick_[thread / 32]; }
  /// Whether what `earlier` did in this tick of this interval comes before what `later` does now.
  bool ordered(unsigned earlier, std::uint32_t tick, unsigned later) const {
    if (earlier == later) return true;
    if (earlier / 32 == later / 32) {
      const Lanes& lanes = lanes_[later / 32];
      if (lanes.whole > tick || lanes.seen[later % 32][earlier % 32] > tick) return true;
    }
    return has_flags_ && known_[later] != nullptr && (*known_[later])[earlier] > tick;
  }
  /// Whether anything but a warp's own meetings may have ordered threads in this interval.
  bool has_flags() const { return has_flags_; }

  static constexpr unsigned kBarriers = 3;
  static constexpr unsigned kThreads = 1024;

 private:
  /// Of every thread: what it did before this tick is known.
  using Clock = std::vector<std::uint32_t>;
  using ClockPointer = std::shared_ptr<const Clock>;

  struct Lanes {
    std::uint32_t whole;  ///< tick that the last meeting of all has begun
    SeenLanes seen;
  };
  struct Phase {
    std::shared_ptr<Clock> clock;              ///< of all who have arrived
    std::array<ClockPointer, kThreads> known;  ///< by each when it arrived
  };
  struct Halves {
    Phase phases[2];  ///< the one that threads arrive at, and the one that others still pass
  };

  std::uint32_t next_tick(unsigned warp) { return warp_tick_[warp] = ++now_; }
  /// Adds what the thread knows, and what it did itself before `own`.
  void add_knowledge(Clock& clock, unsigned thread, std::uint32_t own) const;
  void learn(ClockPointer& known, const ClockPointer& more) const;

  std::uint32_t now_ = 0;
  std::uint32_t interval_ = 0;
  std::uint32_t warp_tick_[32] = {};
  std::uint32_t warp_fence_[32] = {};   ///< tick that the last fence of a lane has begun
  std::uint32_t fence_[kThreads] = {};  ///< the same of each thread
  Lanes lanes_[32] = {};

  unsigned clock_size_ = kThreads;
  bool has_flags_ = false;
  std::array<ClockPointer, kThreads> known_;
  std::array<ClockPointer, kThreads> read_;  ///< from flags without the order of an acquire
  struct Released {
    ClockPointer clock;
    unsigned by = kThreads;  ///< the thread; kThreads: there were several
  };
  std::unordered_map<std::uintptr_t, Released> released_;
  std::unique_ptr<Halves> halves_[kBarriers];
};

}  // namespace simt
