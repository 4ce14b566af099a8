#include "races/shared_order.h"

#include <algorithm>

#include "base/address_map.h"
#include "base/bits.h"

namespace simt {
namespace {

template <class Clock>
void take_maximum(Clock& clock, const Clock& other) {
  for (std::size_t i = 0; i < clock.size(); ++i) clock[i] = std::max(clock[i], other[i]);
}

}  // namespace

void SharedOrder::barrier() {
  interval_ = ++now_;
  std::fill(std::begin(warp_timestamp_), std::end(warp_timestamp_), now_);
  if (!has_flags_ && released_.empty()) return;
  has_flags_ = false;
  thread_clocks_.fill(nullptr);
  unfenced_acquires_.fill(nullptr);
  released_.clear();
  // Everything before the arrivals at split barriers is ordered now.
  for (std::unique_ptr<SplitBarrier>& barrier : split_barriers_) {
    if (barrier == nullptr) continue;
    for (Phase& phase : barrier->phases) {
      phase.clock = nullptr;
      phase.arrival_clocks.fill(nullptr);
    }
  }
}

void SharedOrder::sync_warp(unsigned warp, std::uint32_t mask, bool whole) {
  Lanes& lanes = lanes_[warp];
  const std::uint32_t timestamp = next_timestamp(warp);
  if (has_flags_) {
    ClockPointer all;
    for (const unsigned lane : set_bits(mask)) join(all, thread_clocks_[warp * kWarpLanes + lane]);
    for (const unsigned lane : set_bits(all != nullptr ? mask : 0)) {
      thread_clocks_[warp * kWarpLanes + lane] = all;
    }
  }
  if (whole) {
    lanes.whole = timestamp;
    return;
  }
  synchronize_lanes(lanes.seen, mask, timestamp);
}

void SharedOrder::sync_warps(std::uint32_t warps) {
  const auto all = std::make_shared<VectorClock>(clock_size_);
  const VectorClock* last = nullptr;  // most have the same clock
  for (const unsigned warp : set_bits(warps)) {
    for (unsigned thread = warp * kWarpLanes; thread < (warp + 1) * kWarpLanes; ++thread) {
      const VectorClock* const known = thread_clocks_[thread].get();
      if (known != nullptr && known != last) take_maximum(*all, *known);
      last = known;
    }
  }
  for (const unsigned warp : set_bits(warps)) {
    lanes_[warp].whole = next_timestamp(warp);
    std::fill_n(all->begin() + warp * kWarpLanes, kWarpLanes, warp_timestamp_[warp]);
    std::fill_n(thread_clocks_.begin() + warp * kWarpLanes, kWarpLanes, all);
  }
  has_flags_ = true;
}

void SharedOrder::fence(unsigned thread) {
  warp_fence_[thread / kWarpLanes] = fence_[thread] = next_timestamp(thread / kWarpLanes);
  if (has_flags_ && unfenced_acquires_[thread] != nullptr) {
    join(thread_clocks_[thread], unfenced_acquires_[thread]);
    unfenced_acquires_[thread] = nullptr;
  }
}

void SharedOrder::join_thread_clock(VectorClock& clock, unsigned thread, std::uint32_t own) const {
  if (thread_clocks_[thread] != nullptr) take_maximum(clock, *thread_clocks_[thread]);
  const Lanes& lanes = lanes_[thread / kWarpLanes];
  std::uint32_t* const warp = clock.data() + thread / kWarpLanes * kWarpLanes;
  for (unsigned lane = 0; lane < kWarpLanes; ++lane) {
    warp[lane] = std::max({warp[lane], lanes.whole, lanes.seen[thread % kWarpLanes][lane]});
  }
  clock[thread] = std::max(clock[thread], own);
}

void SharedOrder::join(ClockPointer& known, const ClockPointer& more) const {
  if (more == nullptr || known == more) return;
  if (known == nullptr) {
    known = more;
    return;
  }
  const auto joined = std::make_shared<VectorClock>(*known);
  take_maximum(*joined, *more);
  known = joined;
}

void SharedOrder::release(std::uintptr_t flag, unsigned thread, bool is_store, bool has_order) {
  if (!has_order && !has_fenced(thread)) {
    if (is_store && !released_.empty()) released_.erase(flag);
    return;
  }
  // Most flags in global memory are for other blocks.
  has_flags_ |= is_any_shared(flag);
  std::uint32_t own = fence_[thread];
  if (has_order) own = next_timestamp(thread / kWarpLanes);
  Released& released = released_[flag];
  const bool adds = !is_store && released.clock != nullptr;
  // Where many threads arrive before the first one goes on, the clock is not shared yet, and needs no copy.
  const auto clock = !adds ? std::make_shared<VectorClock>(clock_size_)
                     : released.clock.use_count() == 1
                         ? std::const_pointer_cast<VectorClock>(released.clock)
                         : std::make_shared<VectorClock>(*released.clock);
  join_thread_clock(*clock, thread, own);
  released = {clock, adds && released.by != thread ? kThreads : thread};
}

void SharedOrder::acquire(std::uintptr_t flag, unsigned thread, bool has_order) {
  if (released_.empty()) return;
  const auto released = released_.find(flag);
  if (released == released_.end() || released->second.by == thread) return;
  has_flags_ = true;
  join(has_order ? thread_clocks_[thread] : unfenced_acquires_[thread], released->second.clock);
}

void SharedOrder::arrive(unsigned which, std::uint32_t number, unsigned thread) {
  has_flags_ = true;
  if (split_barriers_[which] == nullptr) split_barriers_[which] = std::make_unique<SplitBarrier>();
  Phase& phase = split_barriers_[which]->phases[number % 2];
  // What is left of the last phase but one happens before everything now.
  if (phase.clock == nullptr) phase.clock = std::make_shared<VectorClock>(clock_size_);
  if (phase.clock.use_count() > 1) phase.clock = std::make_shared<VectorClock>(*phase.clock);
  join_thread_clock(*phase.clock, thread, next_timestamp(thread / kWarpLanes));
  phase.arrival_clocks[thread] = thread_clocks_[thread];
}

void SharedOrder::pass(unsigned which, std::uint32_t number, unsigned thread) {
  if (split_barriers_[which] == nullptr) return;
  const Phase& phase = split_barriers_[which]->phases[number % 2];
  if (thread_clocks_[thread] == phase.arrival_clocks[thread]) {  // the clock has that
    if (phase.clock != nullptr) thread_clocks_[thread] = phase.clock;
  } else {
    join(thread_clocks_[thread], phase.clock);
  }
}

}  // namespace simt
