/// @file
/// @ingroup simt_execution
/// The scheduler's hot path: inline, so that a barrier or a shuffle costs one frame and one switch.
#pragma once

#include "base/fiber.h"
#include "base/worker.h"
#include "execution/block/scheduler.h"
#include "execution/block/watch/block_watch.h"

extern "C" {
extern __thread uint3 simt_threadIdx;
}

namespace simt {

/// The thread to run next, of the same warp as long as possible; kNoThread if none can run.
[[gnu::always_inline]] inline unsigned Scheduler::next() {
  const Warp& warp = threads_.warps[scan_warp_];
  if (const std::uint32_t candidates = warp.ready | warp.unstarted; candidates != 0) [[likely]] {
    return scan_warp_ * kWarpLanes + lane_order_.choose(candidates);
  }
  return next_of_other_warp();
}

[[gnu::always_inline]] inline void Scheduler::activate(unsigned thread) {
  const Lane& lane = threads_.lanes[thread];
  threads_.current = thread;
  simt_threadIdx = lane.index;
  worker().recorder.stack_low = lane.stack_low;
  if (threads_.current_warp().events == nullptr) [[unlikely]]
    watch_.begin_warp(thread / kWarpLanes);
  TraceEvent* const events = threads_.events_of(thread);
  worker().recorder.begin = events;
  worker().recorder.end = events + kLaneEvents;
  worker().recorder.last = worker().recorder.end - 1;
  worker().recorder.cursor = events + threads_.recorded[thread];
}

/// The stacks of a large block are not in the L1 cache: prefetches the saved registers of the thread after next. Where
/// lanes run in another order, they are needed later, or not at all.
[[gnu::always_inline]] inline void Scheduler::prefetch_stack(unsigned thread) const {
  const Lane& later = threads_.lanes[(thread + 2) % kMaxBlockThreads];
  const auto saved = reinterpret_cast<std::uintptr_t>(later.stack_pointer);
  __builtin_prefetch(reinterpret_cast<const void*>(saved), 1);
  __builtin_prefetch(reinterpret_cast<const void*>(saved + 64), 1);
}

/// Makes `thread` the running one, with a new stack if it has not started. @return what to switch to
[[gnu::always_inline]] inline void* Scheduler::enter(unsigned thread) {
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
  return lane.stack_pointer;
}

/// Switches to `thread`; returns when another fiber switches back to `*save`.
[[gnu::always_inline]] inline void Scheduler::resume(unsigned thread, void** save) {
  switch_fiber(save, enter(thread));
}

[[gnu::always_inline]] inline void Scheduler::suspend(const void* site) {
  watch_.suspend();
  if (site != nullptr) polls_.reset();
  threads_.current_lane().wait_site = site;
  worker().recorder.cursor = nullptr;
}

[[gnu::always_inline]] inline void Scheduler::make_ready() {
  threads_.make_ready(threads_.current / kWarpLanes, threads_.current_bit());
}

[[gnu::always_inline]] inline void Scheduler::tick(const void* site) {
  if (progress_.tick()) [[unlikely]]
    yield_to_others(site);
}

[[gnu::always_inline]] inline void Scheduler::wait() {
  const unsigned thread = next();
  if (thread == kNoThread) [[unlikely]] {
    wait_for_other_blocks();
  } else if (thread == threads_.current) {
    threads_.current_warp().ready &= ~threads_.current_bit();
    activate(threads_.current);
  } else {
    resume(thread, &threads_.current_lane().stack_pointer);
  }
}

[[gnu::always_inline]] inline bool Scheduler::replace_finished(std::uint32_t others_wait) {
  const unsigned warp_number = threads_.current / kWarpLanes;
  Warp& warp = threads_.warps[warp_number];
  if ((others_wait | warp.ready | warp.collective_count) != 0 || warp.unstarted == 0 ||
      scan_warp_ != warp_number || threads_.current_lane().launched ||
      watch_.has_unchecked_write()) {
    return false;
  }
  watch_.settle();
  warp.finished |= threads_.current_bit();
  --threads_.live;
  const unsigned lane = lane_order_.choose(warp.unstarted);
  warp.unstarted &= ~(1u << lane);
  const unsigned thread = warp_number * kWarpLanes + lane;
  threads_.lanes[thread].stack_low = threads_.current_lane().stack_low;
  threads_.lanes[thread].reset();
  activate(thread);
  return true;
}

}  // namespace simt
