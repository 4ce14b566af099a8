#include "execution/block/global_order.h"

#include "races/global_shadow.h"

namespace simt {

void GlobalOrder::flush_pending() {
  recorder.limit = threads_.events_of(threads_.current) + kLaneEvents;
  if (recorder.wrong_index != nullptr) judge_wrong_index();
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

void GlobalOrder::check_lane(unsigned thread) {
  if (threads_.warps[thread / kWarpLanes].events == nullptr) return;
  check_.check_events(thread, threads_.events_of(thread), threads_.cursor_of(thread));
}

void GlobalOrder::check_all_lanes() {
  const Unrecorded unrecorded;
  for (unsigned thread = 0; thread < threads_.count; ++thread) check_lane(thread);
}

void GlobalOrder::fence() {
  if (recorder.is_pending()) flush_pending();
  threads_.set_cursor(threads_.current, recorder.cursor);
  const Unrecorded unrecorded;
  const unsigned first = threads_.current / kWarpLanes * kWarpLanes;
  for (unsigned lane = 0; lane < kWarpLanes; ++lane) check_lane(first + lane);
  check_.fence(threads_.current);
}

void GlobalOrder::release(std::uintptr_t address) {
  if (!check_.order_is_active()) return;
  if (recorder.is_pending()) flush_pending();
  const Unrecorded unrecorded;
  check_.release(address, threads_.current);
}

void GlobalOrder::acquire(std::uintptr_t address, TraceEvent* end) {
  if (!check_.order_is_active()) return;
  threads_.set_cursor(threads_.current, end);
  const Unrecorded unrecorded;
  check_lane(threads_.current);
  // Who has released it has begun.
  if (check_.acquire(address, threads_.current)) start_.current_knows();
}

}  // namespace simt
