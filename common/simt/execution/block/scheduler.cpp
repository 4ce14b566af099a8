// The schedule of a resident block: its threads run in turn, each until it waits or ends.
#include <bit>

#include "simt/groups.h"

#include "base/fiber.h"
#include "execution/block/block.h"
#include "execution/block/block_inline.h"
#include "execution/block/cluster.h"
#include "execution/block/multiprocessor.h"

extern "C" {
__thread uint3 simt_threadIdx;
__thread uint3 simt_blockIdx;
__thread simt::Extent simt_blockDim;
__thread simt::Extent simt_gridDim;
}

namespace simt {

namespace {

/// Full buffers, or calls of `pause`, after which a block makes room for others: milliseconds. What a
/// clock would decide would not be the same in every run.
constexpr unsigned kSlice = 1024;
/// For how many it counts if all other threads of the block wait, or this one polls: it may wait for another block.
constexpr unsigned kAlone = 256;

/// Blocks of an OS thread that let a child of theirs go first: each keeps the stacks of its threads.
constexpr std::size_t kMostHosts = 16;
/// The same of blocks that let others look.
constexpr std::size_t kMostLookers = 4;
}  // namespace

bool Block::can_proceed() {
  if (state_ == State::kFinished || state_ == State::kFailed) return false;
  return state_ == State::kPaused || release_passed_groups() || threads_.runnable != 0 ||
         grid_->barrier_is_stuck;
}

void Block::proceed() {
  if (guest_.takes_turn()) return;
  if (threads_.runnable == 0) {  // nobody comes to the barrier that it waits for
    grid_->fail(order_, grid_deadlock());
    state_ = State::kFailed;
    return;
  }
  simt_blockIdx = index_;
  const dim3& block = grid_->config.block;
  const dim3& grid = grid_->config.grid;
  simt_blockDim = {block.x, block.y, block.z};
  simt_gridDim = {grid.x, grid.y, grid.z};
  running_kernel = this;
  recorder.stores = nullptr;
  recorder.polls = 0;
  recorder.watches = global_order_.watches();
  recorder.shared_base = shared_base_;
  turns_ = 0;
  start_or_resume(next_lane(), &scheduler_);
  running_kernel = nullptr;
}

unsigned Block::next_lane_of_other_warp() {
  while (threads_.runnable != 0) {
    if ((threads_.runnable >> scan_warp_ & 1) == 0)
      scan_warp_ = lane_order_.choose(threads_.runnable);
    Warp& warp = threads_.warps[scan_warp_];
    if (const std::uint32_t candidates = warp.ready | warp.unstarted; candidates != 0) {
      return scan_warp_ * kWarpLanes + lane_order_.choose(candidates);
    }
    if ((warp.full | warp.asking) == 0) {
      threads_.runnable &= ~(1u << scan_warp_);
      continue;
    }
    // Everybody in this warp waits for somebody: the full lanes can be replayed. The other warps
    // go first then, so that a lane that spins until another warp writes does not keep it waiting.
    const std::uint32_t together = records_.empty_buffers(scan_warp_);
    if (warp.asking != 0) complete_active_mask(scan_warp_, together);
    const std::uint32_t later = threads_.runnable & ~((2u << scan_warp_) - 1);
    scan_warp_ = static_cast<unsigned>(std::countr_zero(later != 0 ? later : threads_.runnable));
  }
  return kNoThread;
}

/// Gives a thread that has not started a stack of its own.
void Block::give_stack(unsigned thread) {
  Lane& lane = threads_.lanes[thread];
  Warp& warp = threads_.warps[thread / kWarpLanes];
  warp.unstarted &= ~(1u << thread % kWarpLanes);
  lane.stack_low = multiprocessor_.stacks.take();
  lane.forget();
  lane.stack_pointer = prepare_stack(reinterpret_cast<void*>(lane.stack_low), &fiber_entry);
}

void Block::fiber_entry() { current_block()->fiber_main(); }

/// The short way of `finish_current`: nobody waits for anybody, and the next lane of the warp takes the
/// stack. @return whether it is that simple; else nothing has been done
[[gnu::always_inline]] inline bool Block::start_next_of_warp() {
  const unsigned warp_number = threads_.current / kWarpLanes;
  Warp& warp = threads_.warps[warp_number];
  unsigned waiting = barrier_.arrived() | warp.ready | warp.collective_count;
  for (const GroupBarrier& group : groups_) waiting |= group.arrived;
  if (waiting != 0 || warp.unstarted == 0 || scan_warp_ != warp_number ||
      threads_.current_lane().launched || shared_check_.has_unjudged_write() ||
      mask_check_.is_watching()) {
    return false;
  }
  if (recorder.is_pending()) global_order_.flush_pending();
  threads_.set_cursor(threads_.current, recorder.cursor);
  warp.finished |= threads_.current_bit();
  --threads_.live;
  const unsigned lane = lane_order_.choose(warp.unstarted);
  warp.unstarted &= ~(1u << lane);
  const unsigned next = warp_number * kWarpLanes + lane;
  threads_.lanes[next].stack_low = threads_.current_lane().stack_low;
  threads_.lanes[next].forget();
  activate(next);
  return true;
}

/// A fiber that has finished its thread goes on with the next one that has not started: a kernel
/// without barriers never switches.
void Block::fiber_main() {
  const KernelCall* const call = grid_->call.get();
  for (;;) {
    call->call(call);
    if (!start_next_of_warp()) finish_current();
  }
}

void Block::abandon_frames() {
  void* never_resumed;
  void* const stack = reinterpret_cast<void*>(threads_.current_lane().stack_low);
  switch_fiber(&never_resumed, prepare_stack(stack, [] {
    current_block()->finish_current();
    current_block()->fiber_main();
  }));
  __builtin_unreachable();
}

/// Nobody in the block can run.
void Block::wait_for_other_blocks() {
  if (!waits_for_other_blocks()) fail_deadlock();
  leave(State::kWaiting);
}

void Block::leave(State state) {
  state_ = state;
  switch_fiber(&threads_.current_lane().stack_pointer, scheduler_);
}

void Block::leave_for_good(State state) {
  state_ = state;
  void* never_resumed;
  switch_fiber(&never_resumed, scheduler_);
  __builtin_unreachable();
}

/// Whether nobody in the block but the running thread, whose buffer is full, can go on.
bool Block::is_alone() const {
  const Warp& warp = threads_.warps[threads_.current / kWarpLanes];
  return (threads_.runnable & ~(1u << threads_.current / kWarpLanes)) == 0 &&
         (warp.ready | warp.unstarted) == 0 && warp.full == 1u << threads_.current % kWarpLanes;
}

void Block::buffer_full() {
  suspend_current(nullptr);
  threads_.current_warp().full |= threads_.current_bit();
  threads_.runnable |= 1u << threads_.current / kWarpLanes;
  if (--ticks_ == 0) [[unlikely]]
    judge_progress(nullptr);
  turns_ += global_order_.polled_in_vain() || is_alone() ? kAlone : 1;
  if (turns_ > kSlice && (cluster_->size() > 1 || multiprocessor_.others_wait())) {
    leave(State::kPaused);
  } else {
    wait();
  }
}

void Block::pause() { buffer_full(); }

/// The first ones of a block, and ever more rarely; in a random order at any. Those that have the turn then may only
/// spin: each gives it back at once.
void Block::note_signal(bool is_fence) {
  if (others_look_) return buffer_full();
  const bool is_turn = lane_order_.is_random() ? lane_order_.happens_once_in(is_fence ? 2 : 8)
                                               : std::has_single_bit(++signals_);
  if (!is_turn) return;
  others_look_ = true;
  if (multiprocessor_.waiting() >= kMostLookers || !multiprocessor_.others_wait()) {
    buffer_full();
  } else {
    suspend_current(nullptr);
    threads_.current_warp().full |= threads_.current_bit();
    threads_.runnable |= 1u << threads_.current / kWarpLanes;
    leave(State::kPaused);
  }
  others_look_ = false;
}

void Block::finish_current() {
  suspend_current(nullptr);
  if (mask_check_.is_watching()) judge_passed_call();
  const unsigned warp_number = threads_.current / kWarpLanes;
  Warp& warp = threads_.warps[warp_number];
  warp.finished |= threads_.current_bit();
  --threads_.live;
  if (warp.finished == warp.all) {
    records_.finish_warp(warp_number);
  } else if (warp.collective_count > 0) {
    complete_collectives(warp_number);
  }
  if (numbered_ != nullptr) warp_has_lost_lane(warp_number);
  const std::uintptr_t stack = threads_.current_lane().stack_low;
  const bool reusable = !threads_.current_lane().launched;
  if (!reusable) multiprocessor_.stacks.set_aside(stack);
  if (threads_.live == 0) {
    if (reusable) multiprocessor_.stacks.give_back(stack);
    finish_block();
    leave_for_good(State::kFinished);
  }
  // Who exited does not hold up the others.
  if (barrier_.arrived() == threads_.live) release_barrier();
  for (unsigned scope = 0; scope < kGroupScopes; ++scope) {
    if (groups_[scope].arrived == threads_.live) announce_arrival(static_cast<GroupScope>(scope));
  }

  const unsigned next = next_lane();
  if (next == kNoThread) {
    if (!waits_for_other_blocks()) fail_deadlock();
    if (reusable) multiprocessor_.stacks.give_back(stack);
    leave_for_good(State::kWaiting);
  }
  Warp& next_warp = threads_.warps[next / kWarpLanes];
  const std::uint32_t bit = 1u << next % kWarpLanes;
  if (reusable && (next_warp.unstarted & bit) != 0) {
    next_warp.unstarted &= ~bit;
    threads_.lanes[next].stack_low = stack;
    threads_.lanes[next].forget();
    activate(next);
    return;
  }
  if (reusable) multiprocessor_.stacks.give_back(stack);
  void* never_resumed;
  start_or_resume(next, &never_resumed);
}

/// All threads have finished.
void Block::finish_block() {
  if (const BlockTrace trace = records_.trace(); trace.cluster != nullptr) {
    trace.cluster->barrier(trace.rank, "end");
  }
  check_waiting_races();
  if (shared_check_.unwritten().pc != nullptr) fail_unwritten();
  if (cluster_check_.is_needed()) judge_late_uses();
  if (records_.has_launches()) {
    const std::lock_guard lock(grid_->mutex);
    grid_->launching_blocks.push_back(records_.take_launches(number_));
  }
  cluster_->block_finished();
  if (grid_->config.cooperative) grid_->block_finished();
}

void Block::invite(const Grid& child) {
  if (multiprocessor_.waiting() >= kMostHosts) return;
  guest_.invite(child);
}

void Block::give_way() {
  if (!guest_.is_there()) return;
  suspend_current(nullptr);
  threads_.current_warp().ready |= threads_.current_bit();
  threads_.runnable |= 1u << threads_.current / kWarpLanes;
  leave(State::kPaused);
}

void Block::make_room(unsigned events) {
  if (recorder.is_pending()) global_order_.flush_pending();
  while (recorder.limit - recorder.cursor < static_cast<std::ptrdiff_t>(events)) buffer_full();
}

void recorder_full(unsigned events) { current_block()->make_room(events); }

void pause() { device_code("a loop that waits").pause(); }

void end_thread() { current_block()->abandon_frames(); }

}  // namespace simt
