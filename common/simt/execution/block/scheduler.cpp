#include "execution/block/scheduler.h"

#include <bit>
#include <utility>

#include "base/bits.h"
#include "base/fiber.h"
#include "base/hash.h"
#include "execution/block/scheduler_inline.h"
#include "execution/grid/grid.h"
#include "execution/threads/cluster_blocks.h"

extern "C" {
__thread uint3 simt_threadIdx;
}

namespace simt {
namespace {

/// A time slice, in full buffers or calls of `pause`: some milliseconds. A real clock would make runs irreproducible.
constexpr unsigned kTimeSlice = 1024;
/// What one of these costs if all other threads of the block wait, or this one spins: it may wait for another block.
constexpr unsigned kAlone = 256;

/// After so many signals a block no longer yields at any: where it repeats itself, it has to do so exactly.
constexpr unsigned kMostSignals = 1 << 16;

/// Most blocks of an OS thread that prioritize a child: each keeps the stacks of its threads.
constexpr std::size_t kMaxPrioritizingBlocks = 16;
/// Most blocks of an OS thread that yield after a signal.
constexpr std::size_t kMaxYieldingBlocks = 4;

ScheduledBlock& running_block() { return static_cast<ScheduledBlock&>(*worker().running_kernel); }

}  // namespace

Scheduler::Scheduler(ScheduledBlock& block, Residency& residency, const BlockIdentity& identity)
    : watch_(threads_, residency.events, identity),
      block_(block),
      residency_(residency),
      progress_(block, residency, watch_, lane_order_, polls_) {}

void Scheduler::begin_grid(const RunOrder& order, const dim3& block) {
  lane_order_.begin_grid(order);
  threads_.begin_grid(block);
}

void Scheduler::begin_block(std::uint64_t number) {
  threads_.begin_block();
  lane_order_.begin_block(number);
  polls_.begin_block();
  child_.clear();
  progress_.begin_block();
  polled_ = {};
  signals_ = 0;
  others_polling_ = false;
  choose_warp();
  state_ = State::kPaused;
}

void Scheduler::run() {
  slice_used_ = withheld_ = polled_.is_known() ? kTimeSlice + 1 - kAlone : 0;  // one poll
  polled_ = {};
  polls_.begin_slice();
  resume(next(), &os_stack_pointer_);
}

void Scheduler::abandon() {
  for (unsigned w = 0; w < threads_.warp_count; ++w) {
    Warp& warp = threads_.warps[w];
    for (const unsigned lane : set_bits(warp.live() & ~warp.unstarted)) {
      residency_.stacks.give_back(threads_.lanes[w * kWarpLanes + lane].stack_low);
    }
    warp.finished = warp.all;
    if (warp.events != nullptr) watch_.abandon_warp(w);
  }
  state_ = State::kFinished;
}

unsigned Scheduler::next_of_other_warp() {
  while (threads_.runnable != 0) {
    if ((threads_.runnable >> scan_warp_ & 1) == 0) choose_warp();
    Warp& warp = threads_.warps[scan_warp_];
    if (const std::uint32_t candidates = warp.ready | warp.unstarted; candidates != 0) {
      return scan_warp_ * kWarpLanes + lane_order_.choose(candidates);
    }
    if ((warp.full | warp.at_active_mask) == 0) {
      threads_.runnable &= ~(1u << scan_warp_);
      continue;
    }
    // All lanes of this warp wait, so the full buffers can be drained. The other warps run first then, so that a lane
    // that spins on another warp does not block it.
    const BlockRecords::Drained drained = watch_.drain_buffers(scan_warp_);
    warp.full &= ~drained.with_space;
    threads_.make_ready(scan_warp_, drained.with_space);
    if (warp.at_active_mask != 0) {
      block_.complete_active_mask(scan_warp_, drained.at_active_mask);
    }
    const std::uint32_t later = threads_.runnable & ~((2u << scan_warp_) - 1);
    scan_warp_ = static_cast<unsigned>(std::countr_zero(later != 0 ? later : threads_.runnable));
  }
  return kNoThread;
}

/// Gives a thread that has not started a stack of its own.
void Scheduler::give_stack(unsigned thread) {
  Lane& lane = threads_.lanes[thread];
  Warp& warp = threads_.warps[thread / kWarpLanes];
  warp.unstarted &= ~(1u << thread % kWarpLanes);
  lane.stack_low = residency_.stacks.take();
  lane.reset();
  lane.stack_pointer = prepare_stack(reinterpret_cast<void*>(lane.stack_low), &fiber_entry);
}

void Scheduler::fiber_entry() { running_block().run_threads(); }

void Scheduler::run_next_after_finished() {
  const std::uintptr_t stack = threads_.current_lane().stack_low;
  const bool reusable = !threads_.current_lane().launched;
  if (!reusable) residency_.stacks.quarantine(stack);
  if (threads_.live == 0) {
    if (reusable) residency_.stacks.give_back(stack);
    block_.finish();
    leave_for_good(State::kFinished);
  }
  block_.release_waiting_for_finished();
  const unsigned thread = next();
  if (thread == kNoThread) {
    block_.check_waits_for_others();
    if (reusable) residency_.stacks.give_back(stack);
    leave_for_good(State::kWaiting);
  }
  Warp& warp = threads_.warps[thread / kWarpLanes];
  const std::uint32_t bit = 1u << thread % kWarpLanes;
  if (reusable && (warp.unstarted & bit) != 0) {
    warp.unstarted &= ~bit;
    threads_.lanes[thread].stack_low = stack;
    threads_.lanes[thread].reset();
    activate(thread);
    return;
  }
  if (reusable) residency_.stacks.give_back(stack);
  leave_fiber(enter(thread));
}

void Scheduler::abandon_frames() {
  void* const stack = reinterpret_cast<void*>(threads_.current_lane().stack_low);
  leave_fiber(prepare_stack(stack, [] {
    running_block().finish_thread();
    running_block().run_threads();
  }));
}

/// No thread of the block can run.
void Scheduler::wait_for_other_blocks() {
  block_.check_waits_for_others();
  leave(State::kWaiting);
}

void Scheduler::leave(State state) {
  state_ = state;
  switch_fiber(&threads_.current_lane().stack_pointer, os_stack_pointer_);
}

void Scheduler::leave_for_good(State state) {
  state_ = state;
  leave_fiber(os_stack_pointer_);
}

/// Whether the running thread, whose buffer is full, is the only one in the block that can proceed.
bool Scheduler::is_alone() const {
  const Warp& warp = threads_.warps[threads_.current / kWarpLanes];
  return (threads_.runnable & ~(1u << threads_.current / kWarpLanes)) == 0 &&
         (warp.ready | warp.unstarted) == 0 && warp.full == 1u << threads_.current % kWarpLanes;
}

void Scheduler::mark_full() {
  suspend(nullptr);
  threads_.current_warp().full |= threads_.current_bit();
  threads_.runnable |= 1u << threads_.current / kWarpLanes;
}

void Scheduler::wait_for_buffer() {
  mark_full();
  if (progress_.tick()) [[unlikely]]
    progress_.check(nullptr);
  const bool has_spun = polls_.have_spun();
  const bool only_polls = polls_.are_all(has_spun);
  if (!only_polls) slice_used_ -= std::exchange(withheld_, 0);
  slice_used_ += has_spun || is_alone() ? kAlone : 1;
  const ClusterBlocks& cluster = *block_.identity().cluster;
  if (slice_used_ > kTimeSlice && (cluster.size() > 1 || residency_.has_others(cluster))) {
    // (In a fixed order, the schedule must not depend on the time.)
    if (only_polls && !block_.identity().grid->order.is_fixed()) polled_ = polls_.word();
    leave(State::kPaused);
  } else {
    wait();
  }
}

/// Yields after the first signals of a block, and then ever more rarely; in a random order after any. While it waits,
/// threads that only spin yield at once.
void Scheduler::yield_to_pollers(bool is_fence) {
  if (others_polling_) return wait_for_buffer();
  if (lane_order_.is_random()) {
    if (lane_order_.happens_once_in(is_fence ? 2 : 8)) yield_to_others_once();
  } else if (signals_ < kMostSignals && std::has_single_bit(++signals_)) {
    yield_to_others_once();
  }
}

/// Lets other threads of the block run, and other blocks, unless too many of these wait.
void Scheduler::yield_to_others_once() {
  if (others_polling_) return wait_for_buffer();
  others_polling_ = true;
  if (residency_.waiting() >= kMaxYieldingBlocks ||
      !residency_.has_others(*block_.identity().cluster)) {
    wait_for_buffer();
  } else {
    mark_full();
    leave(State::kPaused);
  }
  others_polling_ = false;
}

/// The current thread and others may be in a loop without an end: lets the threads run that they may wait for, lanes of
/// the warp, other warps, and other blocks of this OS thread.
void Scheduler::yield_to_others(const void* site) {
  progress_.check(site);
  Warp& warp = threads_.current_warp();
  const std::uint32_t here = warp.ready & ~warp.unstarted;
  if ((here | warp.finished) != warp.all &&
      (warp.unstarted | warp.full | warp.at_active_mask) != 0) {
    warp.ready &= ~here;
    warp.full |= here;
  }
  const unsigned current = threads_.current / kWarpLanes;
  if (const std::uint32_t others = threads_.runnable & ~(1u << current); others != 0) {
    scan_warp_ = lane_order_.choose(std::rotr(others, static_cast<int>(current)));
    scan_warp_ = (scan_warp_ + current) % kMaxWarps;
  }
  const ClusterBlocks& cluster = *block_.identity().cluster;
  if (cluster.size() == 1 && !residency_.has_others(cluster)) return;
  leave(State::kPaused);
  suspend(site);
  make_ready();
}

void Scheduler::yield(const void* site) {
  suspend(site);
  make_ready();
  yield_to_others(site);
  wait();
}

std::uint64_t Scheduler::hash(std::uint64_t seed) const {
  const std::uint64_t state[] = {scan_warp_, lane_order_.state(), signals_, others_polling_};
  return threads_.hash(polls_.hash(hash_bytes(seed, state, sizeof state)));
}

void Scheduler::prioritize_child(const Grid& child) {
  if (residency_.waiting() >= kMaxPrioritizingBlocks) return;
  child_.prioritize(child);
}

void Scheduler::yield_to_child() {
  if (!child_.is_set()) return;
  suspend(nullptr);
  make_ready();
  leave(State::kPaused);
}

void Scheduler::reserve_events(unsigned events) {
  watch_.settle();
  while (!worker().recorder.has_room_for(events)) wait_for_buffer();
}

}  // namespace simt
