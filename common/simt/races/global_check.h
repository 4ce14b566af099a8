/// @file
/// @ingroup simt_races
/// Finds races on global memory between the blocks of a launch: two blocks use the same bytes, one
/// of them writes, not both are atomic or volatile, and nothing orders them. Two blocks that write
/// the same value are let pass.
///
/// Accesses are looked at when a warp's events are replayed, many at a time; those before a fence, or
/// before an atomic that has seen another block's release, at once, so that no block comes to an
/// access after it before these are known.
///
/// The check only takes notes, and the blocks go on: what is reported at the end of the launch is the
/// first race in the order of the blocks, whoever ran first.
#pragma once

#include <cstdint>

#include "base/trace_event.h"
#include "races/global_shadow.h"
#include "races/grid_checks.h"

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

  /// After the block barrier.
  void barrier();
  void cluster_met();
  /// After a barrier of the grid.
  void grid_met() { tag_ = checks_->tag(); }
  void fence(unsigned thread);
  void release(std::uintptr_t address, unsigned thread);
  bool acquire(std::uintptr_t address, unsigned thread);
  bool order_is_active() const { return checks_->order.active(); }

 private:
  void use_run(Slot slot, std::uintptr_t address, unsigned bytes, unsigned count, unsigned thread,
               const std::uint64_t* addresses);
  void use(std::uintptr_t base, Slot now, std::uintptr_t first, const std::uint64_t* addresses);
  ByteMask conflict(const Slot& then, const Slot& now, std::uintptr_t base, std::uintptr_t first,
                    const std::uint64_t* addresses) const;
  bool ordered(const Slot& then, ByteMask bytes, const Slot& now);
  void note_race(const Slot& then, const Slot& now, std::uintptr_t base, ByteMask bytes);
  std::uint32_t stamp_of(unsigned thread) const {
    return Stamp::pack(phase_, fence_interval_[thread] == interval_ ? fence_count_[thread] : 0);
  }

  GridChecks* checks_ = nullptr;
  std::uint32_t tag_ = 0;
  std::uint32_t block_ = 0;
  std::uint32_t phase_ = 0;     ///< barrier interval of the block
  std::uint32_t interval_ = 1;  ///< the same, counted over all blocks
  // Fences of this phase: the most of one thread, and of each warp and thread.
  std::uint32_t most_fences_ = 0;
  std::uint32_t warp_fences_[32] = {};
  std::uint32_t fence_interval_[1024] = {};
  std::uint32_t fence_count_[1024] = {};
  // The last phase before with fences, and the most of one thread in it.
  std::uint32_t fenced_phase_ = 0;
  std::uint32_t fenced_count_ = 0;
};

}  // namespace simt
