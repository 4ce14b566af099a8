// The running thread's part in the check of global memory: what it has stored and seen, and when.
#include "execution/block/block.h"
#include "execution/block/block_inline.h"
#include "races/global_shadow.h"

namespace simt {

/// What was pending has happened: hashes what a store has written, and sees what a volatile load saw.
void Block::flush_pending() {
  recorder.limit = lanes_[current_].limit;
  if (recorder.stores != nullptr) {
    for (TraceEvent* event = recorder.stores; event != recorder.cursor; ++event) {
      const std::uint64_t hash =
          hash_value(event->address & kAddressMask, access_of(event->key).bytes());
      event->address |= hash << kHashShift;
    }
    recorder.stores = nullptr;
  }
  if (recorder.polls != 0) {
    const std::uintptr_t address = recorder.polls;
    recorder.polls = 0;
    acquire(address, recorder.cursor);
  }
}

void Block::make_room(unsigned events) {
  if (recorder.is_pending()) flush_pending();
  while (recorder.limit - recorder.cursor < static_cast<std::ptrdiff_t>(events)) buffer_full();
}

/// Hands over what a lane has done so far; the running one's `cursor` must be up to date.
void Block::check_lane(unsigned thread) {
  const Warp& warp = warps_[thread / kWarpLanes];
  if (warp.events == nullptr) return;
  TraceEvent* const begin = warp.events + thread % kWarpLanes * kLaneEvents;
  global_check_.look_at(thread, begin, lanes_[thread].cursor);
}

void Block::check_all_lanes() {
  const Unrecorded unrecorded;
  for (unsigned thread = 0; thread < thread_count_; ++thread) check_lane(thread);
}

void Block::fence() {
  if (recorder.is_pending()) flush_pending();
  lanes_[current_].cursor = recorder.cursor;
  const Unrecorded unrecorded;
  const unsigned first = current_ / kWarpLanes * kWarpLanes;
  for (unsigned lane = 0; lane < kWarpLanes; ++lane) check_lane(first + lane);
  global_check_.fence(current_);
}

void device_fence() {
  if (current_block() != nullptr) {
    current_block()->grid().has_fences.store(true, std::memory_order_relaxed);
    if (recorder.watches) current_block()->fence();
  }
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void Block::release(std::uintptr_t address) {
  if (!global_check_.order_is_active()) return;
  if (recorder.is_pending()) flush_pending();
  const Unrecorded unrecorded;
  global_check_.release(address, current_);
}

void Block::acquire(std::uintptr_t address, TraceEvent* end) {
  if (!global_check_.order_is_active()) return;
  lanes_[current_].cursor = end;
  const Unrecorded unrecorded;
  check_lane(current_);
  // Who has released it has begun.
  if (global_check_.acquire(address, current_)) lanes_[current_].met = some_met_ = true;
}

void Block::note_access(std::uintptr_t address, Access access, const void* site) {
  if (!notes_accesses_) return;
  const Unrecorded unrecorded;
  const std::uint64_t key = site_of(event_key(0, site, access));
  accesses_.add(key, address, address + access.bytes());
  journal_.add(key, address, address + access.bytes(), current_ / kWarpLanes);
}

void Block::note_unwritten(std::uintptr_t address, Op op, const void* site) {
  if (!settings_.check_init) return;
  const Unrecorded unrecorded;
  grid_->checks.note(UnwrittenRead{true, order_, current_, op, site, address});
}

}  // namespace simt
