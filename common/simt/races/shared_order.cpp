#include "races/shared_order.h"

#include <algorithm>
#include <bit>

#include "base/address_map.h"

namespace simt {
namespace {

template <class Clock>
void take_later(Clock& clock, const Clock& other) {
  for (std::size_t i = 0; i < clock.size(); ++i) clock[i] = std::max(clock[i], other[i]);
}

}  // namespace

void SharedOrder::barrier() {
  interval_ = ++now_;
  std::fill(std::begin(warp_tick_), std::end(warp_tick_), now_);
  if (!has_flags_ && released_.empty()) return;
  has_flags_ = false;
  known_.fill(nullptr);
  read_.fill(nullptr);
  released_.clear();
  // Who has yet to pass a barrier that it has arrived at learns nothing more there.
  for (std::unique_ptr<Halves>& halves : halves_) {
    if (halves == nullptr) continue;
    for (Phase& phase : halves->phases) {
      phase.clock = nullptr;
      phase.known.fill(nullptr);
    }
  }
}

void SharedOrder::meet(unsigned warp, std::uint32_t mask, bool whole) {
  Lanes& lanes = lanes_[warp];
  const std::uint32_t tick = next_tick(warp);
  if (has_flags_) {
    ClockPointer all;
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
      learn(all, known_[warp * 32 + std::countr_zero(rest)]);
    }
    for (std::uint32_t rest = all != nullptr ? mask : 0; rest != 0; rest &= rest - 1) {
      known_[warp * 32 + std::countr_zero(rest)] = all;
    }
  }
  if (whole) {
    lanes.whole = tick;
    return;
  }
  synchronize_lanes(lanes.seen, mask, tick);
}

void SharedOrder::meet_warps(std::uint32_t warps) {
  const auto all = std::make_shared<Clock>(clock_size_);
  const Clock* last = nullptr;  // most know the same
  for (std::uint32_t rest = warps; rest != 0; rest &= rest - 1) {
    const auto warp = static_cast<unsigned>(std::countr_zero(rest));
    for (unsigned thread = warp * 32; thread < warp * 32 + 32; ++thread) {
      const Clock* const known = known_[thread].get();
      if (known != nullptr && known != last) take_later(*all, *known);
      last = known;
    }
  }
  for (std::uint32_t rest = warps; rest != 0; rest &= rest - 1) {
    const auto warp = static_cast<unsigned>(std::countr_zero(rest));
    lanes_[warp].whole = next_tick(warp);
    std::fill_n(all->begin() + warp * 32, 32, warp_tick_[warp]);
    std::fill_n(known_.begin() + warp * 32, 32, all);
  }
  has_flags_ = true;
}

void SharedOrder::fence(unsigned thread) {
  warp_fence_[thread / 32] = fence_[thread] = next_tick(thread / 32);
  if (has_flags_ && read_[thread] != nullptr) {
    learn(known_[thread], read_[thread]);
    read_[thread] = nullptr;
  }
}

void SharedOrder::add_knowledge(Clock& clock, unsigned thread, std::uint32_t own) const {
  if (known_[thread] != nullptr) take_later(clock, *known_[thread]);
  const Lanes& lanes = lanes_[thread / 32];
  std::uint32_t* const warp = clock.data() + thread / 32 * 32;
  for (unsigned lane = 0; lane < 32; ++lane) {
    warp[lane] = std::max({warp[lane], lanes.whole, lanes.seen[thread % 32][lane]});
  }
  clock[thread] = std::max(clock[thread], own);
}

void SharedOrder::learn(ClockPointer& known, const ClockPointer& more) const {
  if (more == nullptr || known == more) return;
  if (known == nullptr) {
    known = more;
    return;
  }
  const auto joined = std::make_shared<Clock>(*known);
  take_later(*joined, *more);
  known = joined;
}

void SharedOrder::release(std::uintptr_t flag, unsigned thread, bool is_store, bool has_order) {
  if (!has_order && !has_fenced(thread)) {
    if (is_store && !released_.empty()) released_.erase(flag);
    return;
  }
  // Most in global memory are for other blocks.
  has_flags_ |= is_any_shared(flag);
  std::uint32_t own = fence_[thread];
  if (has_order) own = next_tick(thread / 32);
  Released& released = released_[flag];
  const bool adds = !is_store && released.clock != nullptr;
  // Nobody else has it where many threads arrive, one after the other, before the first one goes on.
  const auto clock = !adds ? std::make_shared<Clock>(clock_size_)
                     : released.clock.use_count() == 1
                         ? std::const_pointer_cast<Clock>(released.clock)
                         : std::make_shared<Clock>(*released.clock);
  add_knowledge(*clock, thread, own);
  released = {clock, adds && released.by != thread ? kThreads : thread};
}

void SharedOrder::acquire(std::uintptr_t flag, unsigned thread, bool has_order) {
  if (released_.empty()) return;
  const auto released = released_.find(flag);
  if (released == released_.end() || released->second.by == thread) return;
  has_flags_ = true;
  learn(has_order ? known_[thread] : read_[thread], released->second.clock);
}

void SharedOrder::arrive(unsigned which, std::uint32_t number, unsigned thread) {
  has_flags_ = true;
  if (halves_[which] == nullptr) halves_[which] = std::make_unique<Halves>();
  Phase& phase = halves_[which]->phases[number % 2];
  // What is left of the last phase but one is known to all.
  if (phase.clock == nullptr) phase.clock = std::make_shared<Clock>(clock_size_);
  if (phase.clock.use_count() > 1) phase.clock = std::make_shared<Clock>(*phase.clock);
  add_knowledge(*phase.clock, thread, next_tick(thread / 32));
  phase.known[thread] = known_[thread];
}

void SharedOrder::pass(unsigned which, std::uint32_t number, unsigned thread) {
  if (halves_[which] == nullptr) return;
  const Phase& phase = halves_[which]->phases[number % 2];
  if (known_[thread] == phase.known[thread]) {  // the clock has that
    if (phase.clock != nullptr) known_[thread] = phase.clock;
  } else {
    learn(known_[thread], phase.clock);
  }
}

}  // namespace simt
