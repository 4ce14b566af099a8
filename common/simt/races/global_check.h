/// @file
/// @ingroup simt_races
/// Finds races on global memory within a launch: two threads use the same bytes, at least one writes, not both
/// accesses are strong (atomic or volatile), and neither happens before the other. Two writes of the same value are
/// accepted.
///
/// Accesses are mostly checked in batches, when a warp's events are replayed. Those before a fence, a `__syncwarp`,
/// or an atomic that acquires another warp's release are checked at once, so that they are in the shadow memory
/// before any access that is ordered after them.
///
/// The check only records, and the blocks go on. At the end of the launch, the first race in the order of the
/// blocks is reported, so the report does not depend on the schedule.
#pragma once

#include <cstdint>

#include "base/trace_event.h"
#include "races/global_shadow.h"
#include "races/grid_checks.h"
#include "races/lane_runs.h"
#include "races/thread_order.h"

namespace simt {

/// The part of the check that belongs to one resident block.
class GlobalCheck {
 public:
  /// @param checks null: the check is off
  void begin_block(GridChecks* checks, std::uint64_t block);
  bool watches() const { return checks_ != nullptr; }

  /// One request of `warp`, with addresses as in the events. @param is_row all 32 lanes use contiguous memory in
  /// lane order
  void request(std::uint64_t key, unsigned warp, unsigned count, const std::uint64_t* addresses,
               const std::uint8_t* lane_of, bool is_row);
  /// One load or store of `warp`, whose runs are known.
  void request(std::uint64_t key, unsigned warp, const std::uint64_t* addresses,
               const std::uint8_t* lane_of, const LaneRuns& runs);
  /// Checks the events of one lane that have not been checked yet.
  void check_events(unsigned thread, TraceEvent* begin, TraceEvent* end);

  /// The thread frees memory: this counts as a write of all its bytes that conflicts with every other access.
  void free_memory(std::uintptr_t address, std::size_t bytes, unsigned thread, const void* pc);
  /// Whether another thread has freed this byte, and that is not ordered with what `thread` does now. Then the two
  /// race.
  bool is_freed_concurrently(std::uintptr_t address, unsigned thread);
  /// The block to blame if this one fails: itself, or a later one that has freed memory while this one used it.
  std::uint64_t blamed_block() const { return blamed_block_; }

  /// After the block barrier.
  void barrier();
  /// A barrier of all threads of these warps, a bit each, and of no others.
  void sync_warps(std::uint32_t warps);
  void cluster_barrier();
  /// After a barrier of the grid.
  void grid_barrier() { tag_ = checks_->tag(); }
  /// `__syncwarp` of `lanes`. @param whole whether these are all live lanes of the warp
  void sync_warp(unsigned warp, std::uint32_t lanes, bool whole) {
    inside_.sync_warp(warp, lanes, whole);
  }
  void fence(unsigned thread, Scope scope = Scope::kDevice);
  void release(std::uintptr_t address, unsigned thread, Scope scope = Scope::kDevice);
  /// @return whether it synchronizes with a release of another block that it had not seen yet
  bool acquire(std::uintptr_t address, unsigned thread, Scope scope = Scope::kDevice);
  bool order_is_active() const { return inside_.has_fences() || checks_->order.active(); }
  /// Whether a fence has been called since the last barrier of the block.
  bool has_fences() const { return inside_.has_fences(); }

 private:
  /// The access that is being checked. `first` is the lowest address of its run of lanes, `addresses` are those in the
  /// events, with hashes of the values.
  struct Now {
    Slot slot;
    std::uintptr_t base;  ///< of the unit
    std::uintptr_t first;
    const std::uint64_t* addresses;
  };
  class SecondaryUses;
  /// The last atomic operation of the block on some bytes.
  struct LastAtomic {
    std::uintptr_t address;
    std::uint32_t tag, block;  ///< whose it is
    std::uint32_t modification, timestamp;
    std::uint16_t thread, bytes;
  };

  Use use_of(Access access, const void* pc) const;
  Slot slot_of(std::uint64_t key, unsigned warp);
  void request_atomic(Slot slot, unsigned warp, unsigned count, const std::uint64_t* addresses,
                      const std::uint8_t* lane_of);
  bool is_read_enough(std::uintptr_t address, std::uintptr_t end) const;
  void use_run(const Slot& slot, std::uintptr_t address, unsigned count,
               const std::uint64_t* addresses);
  void use(Now& now);
  void use_again(Unit& unit, Now& now);
  bool read_is_simple(Unit& unit, const Slot& slot) const;
  void use_of_other_block(Slot& then, const Now& now);
  void use_of_own_block(Slot& then, Now& now, SecondaryUses& secondary_uses, ByteMask* used_before);
  void place(Unit& unit, Slot* free, const Slot& slot);
  void add_secondary(Unit& unit, Slot slot, const Slot& partner);
  void keep_last_atomic(Unit& unit, Slot slot);
  void record_atomic(const Now& now);
  std::uint32_t preceding_modification(const Now& now) const;
  void check_inside(const Slot& then, const Slot& slot, const Now& now, ByteMask both);
  bool ordered(const Slot& then, ByteMask bytes, const Slot& now);
  void record_race(const Slot& then, unsigned then_thread, const Slot& now, unsigned now_thread,
                   std::uintptr_t address);

  GridChecks* checks_ = nullptr;
  std::uint32_t tag_ = 0;
  std::uint32_t block_ = 0;
  std::uint64_t blamed_block_ = 0;
  /// Number of barriers so far, of the block or of some of its warps. `inside_` orders the block's threads within a
  /// phase; to other blocks, a new phase is ordered after all of the block's earlier ones.
  std::uint32_t phase_ = 0;
  std::uint32_t interval_ = 0;  ///< the first phase since the last barrier of the block
  bool fenced_before_ = false;  ///< a device-wide fence was called in an earlier interval
  ThreadOrder inside_;
  void end_phase();
  /// Whether no barrier of the block has come after its use.
  bool is_of_this_interval(const Slot& then) const {
    return Timestamp::phase(then.timestamp) >= interval_;
  }
  static constexpr unsigned kLastAtomics = 64;
  LastAtomic last_atomics_[kLastAtomics] = {};  ///< by address, as far as there is room
};

}  // namespace simt
