/// @file
/// @ingroup simt_races
/// Finds races on global memory in a launch: two threads use the same bytes, one of them writes, not both
/// are atomic or volatile, and nothing orders them. Two that write the same value are let pass.
///
/// Accesses are looked at when a warp's events are replayed, many at a time; those before a fence or
/// `__syncwarp`, or before an atomic that has seen another warp's release, at once, so that nobody comes to
/// an access after it before these are known.
///
/// The check only takes notes, and the blocks go on: what is reported at the end of the launch is the
/// first race in the order of the blocks, whoever ran first.
#pragma once

#include <cstdint>

#include "base/trace_event.h"
#include "races/global_shadow.h"
#include "races/grid_checks.h"
#include "races/thread_order.h"

namespace simt {

/// What the check knows of one resident block.
class GlobalCheck {
 public:
  /// @param checks null: nothing is looked for.
  void begin_block(GridChecks* checks, std::uint64_t block);
  bool watches() const { return checks_ != nullptr; }

  /// One request of `warp`, addresses as in the events. @param is_row all lanes use memory side by
  /// side, at the same time
  void request(std::uint64_t key, unsigned warp, unsigned count, const std::uint64_t* addresses,
               const std::uint8_t* lane_of, bool is_row);
  /// The events of one lane that were not looked at yet.
  void check_events(unsigned thread, TraceEvent* begin, TraceEvent* end);

  /// The thread gives memory back: a write of all of it that agrees with no other one.
  void free_memory(std::uintptr_t address, std::size_t bytes, unsigned thread, const void* pc);
  /// Whether another thread has given this byte back, and nothing orders that and what `thread` does now: they race,
  /// and might have come the other way round.
  bool is_freed_beside(std::uintptr_t address, unsigned thread);
  /// The block that is to blame if this one fails: itself, or a later one by whose free it has been misled.
  std::uint64_t blamed_block() const { return blamed_block_; }

  /// After the block barrier.
  void barrier();
  /// All threads of these warps, a bit each, have met, and no others of the block.
  void warps_met(std::uint32_t warps);
  void cluster_met();
  /// After a barrier of the grid.
  void grid_met() { tag_ = checks_->tag(); }
  /// Lanes of the warp have synchronized. @param whole whether all that live
  void synchronized(unsigned warp, std::uint32_t lanes, bool whole) {
    inside_.synchronized(warp, lanes, whole);
  }
  void fence(unsigned thread, Scope scope = Scope::kDevice);
  void release(std::uintptr_t address, unsigned thread, Scope scope = Scope::kDevice);
  /// @return whether another block's release was new to see
  bool acquire(std::uintptr_t address, unsigned thread, Scope scope = Scope::kDevice);
  bool order_is_active() const { return inside_.has_fences() || checks_->order.active(); }
  /// Whether a fence has been called since the last barrier of the block.
  bool has_fences() const { return inside_.has_fences(); }

 private:
  /// A use that is being looked at. @param first address of its run, and `addresses` its events', with
  /// the hashes.
  struct Now {
    Slot slot;
    std::uintptr_t base;  ///< of the unit
    std::uintptr_t first;
    const std::uint64_t* addresses;
  };
  class Besides;
  /// The last atomic operation of the block on some bytes.
  struct Turn {
    std::uintptr_t address;
    std::uint32_t tag, block;  ///< whose it is
    std::uint32_t turn, stamp;
    std::uint16_t thread, bytes;
  };

  Use use_of(Access access, const void* pc) const;
  void use_run(const Slot& slot, std::uintptr_t address, unsigned count,
               const std::uint64_t* addresses);
  void use(Now& now);
  void use_again(Unit& unit, Now& now);
  void use_of_other_block(Slot& then, const Now& now);
  void use_of_own_block(Slot& then, Now& now, Besides& besides, ByteMask* used_before);
  void place(Unit& unit, Slot* free, const Slot& slot);
  void put_beside(Unit& unit, Slot slot, const Slot& partner);
  void put_last(Unit& unit, Slot slot);
  void keep_turn(const Now& now);
  std::uint32_t turn_before(const Now& now) const;
  void check_inside(const Slot& then, const Slot& slot, const Now& now, ByteMask both);
  bool ordered(const Slot& then, ByteMask bytes, const Slot& now);
  void note_race(const Slot& then, unsigned then_thread, const Slot& now, unsigned now_thread,
                 std::uintptr_t address);

  GridChecks* checks_ = nullptr;
  std::uint32_t tag_ = 0;
  std::uint32_t block_ = 0;
  std::uint64_t blamed_block_ = 0;
  /// Barrier interval of the block, or a part of one, that a barrier of some warps has begun: what orders the
  /// threads of the block between these is in `inside_`, and other blocks see all of the block at the next one.
  std::uint32_t phase_ = 0;
  std::uint32_t interval_ = 0;  ///< the first phase since the last barrier of the block
  bool fenced_before_ = false;  ///< in an earlier interval, for the device
  ThreadOrder inside_;
  void end_phase();
  /// Whether a use by the block has no barrier behind it.
  bool is_of_this_interval(const Slot& then) const { return Stamp::phase(then.stamp) >= interval_; }
  static constexpr unsigned kTurns = 64;
  Turn turns_[kTurns] = {};  ///< by address, as far as there is room
};

}  // namespace simt
