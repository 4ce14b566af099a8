/// @file
/// @ingroup simt_execution
/// The scheduler's hot path: inline, so that a barrier or a shuffle costs one frame and one switch.
#pragma once

#include "base/fiber.h"
#include "execution/block/block.h"

extern "C" {
extern __thread uint3 simt_threadIdx;
}

namespace simt {

/// The thread that runs next: stays in the warp as long as it can; kNoThread if no thread can.
[[gnu::always_inline]] inline unsigned Block::next_lane() {
  const Warp& warp = threads_.warps[scan_warp_];
  if (const std::uint32_t candidates = warp.ready | warp.unstarted; candidates != 0) [[likely]] {
    return scan_warp_ * kWarpLanes + lane_order_.choose(candidates);
  }
  return next_lane_of_other_warp();
}

[[gnu::always_inline]] inline void Block::activate(unsigned thread) {
  const Lane& lane = threads_.lanes[thread];
  threads_.current = thread;
  simt_threadIdx = lane.index;
  recorder.stack_low = lane.stack_low;
  if (threads_.current_warp().events == nullptr) [[unlikely]]
    records_.begin_warp(thread / kWarpLanes);
  TraceEvent* const events = threads_.events_of(thread);
  recorder.limit = events + kLaneEvents;
  recorder.cursor = events + threads_.recorded[thread];
}

/// The stacks of a large block are not in the nearest cache: asks for what the thread after next has
/// saved. Where lanes run in another order, it is needed later, or not at all.
[[gnu::always_inline]] inline void Block::prefetch_stack(unsigned thread) const {
  const Lane& later = threads_.lanes[(thread + 2) % kMaxBlockThreads];
  const auto saved = reinterpret_cast<std::uintptr_t>(later.stack_pointer);
  __builtin_prefetch(reinterpret_cast<const void*>(saved), 1);
  __builtin_prefetch(reinterpret_cast<const void*>(saved + 64), 1);
}

/// Continues with `thread`, on a stack of its own if it has not started; returns when something
/// switches back to `*save`.
[[gnu::always_inline]] inline void Block::start_or_resume(unsigned thread, void** save) {
  Lane& lane = threads_.lanes[thread];
  Warp& warp = threads_.warps[thread / kWarpLanes];
  const std::uint32_t bit = 1u << thread % kWarpLanes;
  if (warp.unstarted & bit) [[unlikely]] {
    give_stack(thread);
  } else {
    warp.ready &= ~bit;
  }
  activate(thread);
  prefetch_stack(thread);
  switch_fiber(save, lane.stack_pointer);
}

[[gnu::always_inline]] inline void Block::suspend_current(const void* site) {
  if (shared_check_.has_unjudged_write()) [[unlikely]] {
    if (shared_check_.last_write_races()) fail_race(*this, shared_check_.race());
  }
  if (recorder.is_pending()) [[unlikely]]
    global_order_.flush_pending();
  if (site != nullptr) global_order_.forget_polls();
  threads_.set_cursor(threads_.current, recorder.cursor);
  threads_.current_lane().wait_site = site;
  recorder.cursor = nullptr;
}

/// The current thread has suspended itself and let others and itself go on: again and again, maybe, without an end.
[[gnu::always_inline]] inline void Block::tick(const void* site) {
  if (--ticks_ == 0) [[unlikely]]
    let_others_go_on(site);
}

/// Runs the others until the current thread is ready again.
[[gnu::always_inline]] inline void Block::wait() {
  const unsigned next = next_lane();
  if (next == kNoThread) [[unlikely]] {
    wait_for_other_blocks();
  } else if (next == threads_.current) {
    threads_.current_warp().ready &= ~threads_.current_bit();
    activate(threads_.current);
  } else {
    start_or_resume(next, &threads_.current_lane().stack_pointer);
  }
}

}  // namespace simt
