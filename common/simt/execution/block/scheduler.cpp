#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "simt/groups.h"

#include "base/address_map.h"
#include "base/fiber.h"
#include "execution/block/block.h"
#include "execution/block/block_inline.h"
#include "execution/block/cluster.h"
#include "execution/block/multiprocessor.h"
#include "memory/memory.h"
#include "operations/stream_order.h"

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
/// For how many it counts if all other threads of the block wait: this one may wait for another block.
constexpr unsigned kAlone = 256;

/// Blocks of an OS thread that let a child of theirs go first: each keeps the stacks of its threads.
constexpr std::size_t kMostHosts = 16;
/// For how many turns: the child may wait for its parent.
constexpr unsigned kGuestTurns = 256;

std::uintptr_t next_shared_window() {
  static std::atomic<std::size_t> next{0};
  const std::size_t window = next.fetch_add(1);
  if (window >= kSharedWindows) {
    std::fprintf(stderr, "simt: more than %zu blocks wait for each other\n", kSharedWindows);
    std::_Exit(1);
  }
  return kSharedBase + window * kSharedWindow;
}

}  // namespace

Block::Block(Multiprocessor& multiprocessor)
    : multiprocessor_(multiprocessor),
      shared_base_(next_shared_window()),
      shared_check_(shared_base_) {
  reserve_address_map();
}

Block::~Block() = default;

void Block::begin_grid(Grid& grid, Cluster& cluster, unsigned rank) {
  const dim3& block = grid.config.block;
  grid_ = &grid;
  forward_ = grid.order.is_forward();
  notes_accesses_ = accesses_are_noted();
  notes_writers_ = grid.watched_launch.has_value();
  cluster_ = &cluster;
  rank_ = rank;
  thread_count_ = block.x * block.y * block.z;
  warp_count_ = (thread_count_ + kWarpLanes - 1) / kWarpLanes;
  unsigned thread = 0;
  for (unsigned z = 0; z < block.z; ++z) {
    for (unsigned y = 0; y < block.y; ++y) {
      for (unsigned x = 0; x < block.x; ++x) lanes_[thread++].index = {x, y, z};
    }
  }
  for (const SharedArray& array : cluster.shared_arrays()) shared_array_added(array);
}

void Block::end_grid() {
  for (const SharedArray& array : cluster_->shared_arrays()) {
    set_shared_valid(shared_base_ + array.offset, array.bytes, false);
  }
  const std::lock_guard lock(grid_->mutex);
  grid_->sites.add(sites_);
  grid_->accesses.take(accesses_);
  sites_.clear();
  grid_->busiest_warp = std::max(grid_->busiest_warp, busiest_warp_);
  busiest_warp_ = 0;
  for (BlockOutput& output : output_) grid_->output.push_back(std::move(output));
  output_.clear();
  grid_ = nullptr;
}

void Block::begin_block(std::uint64_t cluster_number) {
  const dim3& grid = grid_->config.grid;
  order_ = cluster_number * grid_->cluster_blocks + rank_;
  number_ = grid_->block_of(cluster_number, rank_);
  sites_.keep_samples(number_ == 0 && !settings_.picture_folder.empty());
  index_ = {static_cast<unsigned>(number_ % grid.x),
            static_cast<unsigned>(number_ / grid.x % grid.y),
            static_cast<unsigned>(number_ / grid.x / grid.y)};
  // Every block has its own sequence, so that the order does not depend on who runs it.
  random_ = grid_->order.seed + number_ * 0x9e3779b97f4a7c15u;
  writing_block_ = {grid_->watched_launch.value_or(0), static_cast<std::uint32_t>(number_)};
  for (unsigned w = 0; w < warp_count_; ++w) {
    Warp& warp = warps_[w];
    const unsigned lanes = thread_count_ - w * kWarpLanes;
    warp.all = lanes >= kWarpLanes ? ~0u : (1u << lanes) - 1;
    warp.unstarted = warp.all;
    warp.ready = warp.at_barrier = warp.at_group = warp.in_collective = 0;
    warp.asking = warp.full = 0;
    warp.finished = 0;
    warp.events = nullptr;
    warp.collective_count = 0;
    meetings_[w].any = false;
    issued_[w] = 0;
  }
  runnable_ = warp_count_ == kMaxWarps ? ~0u : (1u << warp_count_) - 1;
  live_ = thread_count_;
  arrays_used_ = 0;
  arrived_ = 0;
  guest_ = nullptr;
  some_met_ = all_met_ = false;
  early_.pc = nullptr;
  launches_ = 0;
  journal_.begin_block();
  for (unsigned scope = 0; scope < kGroupScopes; ++scope) {
    groups_[scope] = {group_phase(static_cast<GroupScope>(scope)), 0, false};
  }
  shared_check_.begin_block();
  global_check_.begin_block(grid_->checks.watches_blocks() ? &grid_->checks : nullptr, order_);
  async_copies_.begin_block();
  scan_warp_ = choose(runnable_);
  state_ = State::kPaused;
}

bool Block::can_proceed() {
  if (state_ == State::kFinished || state_ == State::kFailed) return false;
  return state_ == State::kPaused || release_passed_groups() || runnable_ != 0 ||
         grid_->barrier_is_stuck;
}

void Block::proceed() {
  if (guest_ != nullptr) {
    if (!guest_->complete && guest_turns_-- > 0) return;
    guest_ = nullptr;
  }
  if (runnable_ == 0) {  // nobody comes to the barrier that it waits for
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
  recorder.watches = global_check_.watches();
  turns_ = 0;
  start_or_resume(next_lane(), &scheduler_);
  running_kernel = nullptr;
}

void Block::abandon() {
  for (unsigned w = 0; w < warp_count_; ++w) {
    Warp& warp = warps_[w];
    for (std::uint32_t rest = warp.all & ~warp.unstarted & ~warp.finished; rest != 0;
         rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      multiprocessor_.stacks.give_back(lanes_[w * kWarpLanes + lane].stack_low);
    }
    warp.finished = warp.all;
    if (warp.events != nullptr) multiprocessor_.events.give_back(warp.events);
    warp.events = nullptr;
  }
  state_ = State::kFinished;
}

bool Block::is_parameter(std::uintptr_t address) const {
  return address - reinterpret_cast<std::uintptr_t>(grid_->call.get()) < grid_->call->size;
}

/// `choose` for the orders that look for trouble.
unsigned Block::choose_otherwise(std::uint32_t candidates) {
  if (grid_->order.order == Order::kReverse) {
    return 31 - static_cast<unsigned>(std::countl_zero(candidates));
  }
  random_ = random_ * 6364136223846793005u + 1442695040888963407u;
  auto skip = (random_ >> 33) % static_cast<unsigned>(std::popcount(candidates));
  while (skip-- > 0) candidates &= candidates - 1;
  return static_cast<unsigned>(std::countr_zero(candidates));
}

unsigned Block::next_lane_of_other_warp() {
  while (runnable_ != 0) {
    if ((runnable_ >> scan_warp_ & 1) == 0) scan_warp_ = choose(runnable_);
    Warp& warp = warps_[scan_warp_];
    if (const std::uint32_t candidates = warp.ready | warp.unstarted; candidates != 0) {
      return scan_warp_ * kWarpLanes + choose(candidates);
    }
    if ((warp.full | warp.asking) == 0) {
      runnable_ &= ~(1u << scan_warp_);
      continue;
    }
    // Everybody in this warp waits for somebody: the full lanes can be replayed. The other warps
    // go first then, so that a lane that spins until another warp writes does not keep it waiting.
    empty_buffers(scan_warp_);
    const std::uint32_t later = runnable_ & ~((2u << scan_warp_) - 1);
    scan_warp_ = static_cast<unsigned>(std::countr_zero(later != 0 ? later : runnable_));
  }
  return kNoThread;
}

/// Gives a thread that has not started a stack of its own.
void Block::start(unsigned thread) {
  Lane& lane = lanes_[thread];
  Warp& warp = warps_[thread / kWarpLanes];
  if (warp.events == nullptr) begin_warp(thread / kWarpLanes);
  warp.unstarted &= ~(1u << thread % kWarpLanes);
  lane.stack_low = multiprocessor_.stacks.take();
  lane.forget();
  lane.stack_pointer = prepare_stack(reinterpret_cast<void*>(lane.stack_low), &fiber_entry);
}

void Block::fiber_entry() { current_block()->fiber_main(); }

/// A fiber that has finished its thread goes on with the next one that has not started: a kernel
/// without barriers never switches.
void Block::fiber_main() {
  for (;;) {
    grid_->call->call(grid_->call.get());
    finish_current();
  }
}

void Block::abandon_frames() {
  void* never_resumed;
  void* const stack = reinterpret_cast<void*>(lanes_[current_].stack_low);
  switch_fiber(&never_resumed, prepare_stack(stack, [] {
    current_block()->finish_current();
    current_block()->fiber_main();
  }));
  __builtin_unreachable();
}

void Block::finish_current() {
  suspend_current(nullptr);
  const unsigned warp_number = current_ / kWarpLanes;
  Warp& warp = warps_[warp_number];
  warp.finished |= current_bit();
  --live_;
  if (warp.finished == warp.all) {
    retire(warp_number);
    busiest_warp_ = std::max(busiest_warp_, issued_[warp_number]);
    multiprocessor_.events.give_back(warp.events);
    warp.events = nullptr;
  } else if (warp.collective_count > 0) {
    complete_collectives(warp_number);
  }
  const std::uintptr_t stack = lanes_[current_].stack_low;
  const bool reusable = !lanes_[current_].launched;
  if (!reusable) multiprocessor_.stacks.set_aside(stack);
  if (live_ == 0) {
    if (shared_check_.unwritten().pc != nullptr) fail_unwritten();
    if (journal_.has_launches()) {
      const std::lock_guard lock(grid_->mutex);
      grid_->launching_blocks.push_back(journal_.take(number_));
    }
    if (reusable) multiprocessor_.stacks.give_back(stack);
    cluster_->block_finished();
    if (grid_->config.cooperative) grid_->block_finished();
    leave_for_good(State::kFinished);
  }
  // Who exited does not hold up the others.
  if (arrived_ == live_) release_barrier();
  for (unsigned scope = 0; scope < kGroupScopes; ++scope) {
    if (groups_[scope].arrived == live_) announce_arrival(static_cast<GroupScope>(scope));
  }

  const unsigned next = next_lane();
  if (next == kNoThread) {
    if (!waits_for_other_blocks()) fail_deadlock();
    if (reusable) multiprocessor_.stacks.give_back(stack);
    leave_for_good(State::kWaiting);
  }
  Warp& next_warp = warps_[next / kWarpLanes];
  const std::uint32_t bit = 1u << next % kWarpLanes;
  if (reusable && (next_warp.unstarted & bit) != 0) {
    if (next_warp.events == nullptr) begin_warp(next / kWarpLanes);
    next_warp.unstarted &= ~bit;
    lanes_[next].stack_low = stack;
    lanes_[next].forget();
    activate(next);
    return;
  }
  if (reusable) multiprocessor_.stacks.give_back(stack);
  void* never_resumed;
  start_or_resume(next, &never_resumed);
}

/// Nobody in the block can run.
void Block::wait_for_other_blocks() {
  if (!waits_for_other_blocks()) fail_deadlock();
  leave(State::kWaiting);
}

void Block::leave(State state) {
  state_ = state;
  switch_fiber(&lanes_[current_].stack_pointer, scheduler_);
}

void Block::leave_for_good(State state) {
  state_ = state;
  void* never_resumed;
  switch_fiber(&never_resumed, scheduler_);
  __builtin_unreachable();
}

void Block::begin_warp(unsigned warp) {
  TraceEvent* events = multiprocessor_.events.take();
  warps_[warp].events = events;
  for (unsigned lane = 0; lane < kWarpLanes; ++lane) {
    lanes_[warp * kWarpLanes + lane].cursor = events + lane * kLaneEvents;
    lanes_[warp * kWarpLanes + lane].limit = events + (lane + 1) * kLaneEvents;
  }
}

Retirement Block::retirement(unsigned warp) {
  return {sites_,
          global_check_.watches() ? &global_check_ : nullptr,
          notes_accesses_ ? &accesses_ : nullptr,
          journal_.has_launches() ? nullptr : &journal_,
          notes_writers_ ? &writing_block_ : nullptr,
          warp,
          issued_[warp]};
}

/// What the thread has recorded and is not in the journal yet.
void Block::note_in_journal(unsigned thread, bool met) {
  const Warp& warp = warps_[thread / kWarpLanes];
  if (warp.events == nullptr || (warp.unstarted >> thread % kWarpLanes & 1) != 0) return;
  Lane& lane = lanes_[thread];
  const TraceEvent* const begin = warp.events + thread % kWarpLanes * kLaneEvents;
  journal_.add(begin + lane.noted, lane.cursor, thread, met);
  lane.noted = static_cast<std::uint16_t>(lane.cursor - begin);
}

std::uint64_t Block::next_launch() {
  if (notes_accesses_) {
    if (!journal_.has_launches()) {
      // Of whole warps: empty_buffers() has noted something for all lanes, of larger blocks, too.
      const unsigned warps = (thread_count_ + kWarpLanes - 1) / kWarpLanes;
      for (unsigned lane = 0; lane < warps * kWarpLanes; ++lane) lanes_[lane].noted = 0;
    }
    note_in_journal(current_, false);
    note_partners(current_);
    journal_.launch(current_);
  }
  lanes_[current_].launched = true;
  return launches_++;
}

/// Some lanes of the warp have come together.
void Block::note_meeting(unsigned warp, std::uint32_t lanes) {
  Meetings& meetings = meetings_[warp];
  if (!meetings.any) meetings = {true, {}, {}};
  std::uint32_t partners = lanes;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    partners |= meetings.partners[std::countr_zero(rest)];
  }
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const TraceEvent* const begin = warps_[warp].events + lane * kLaneEvents;
    meetings.partners[lane] = partners;
    meetings.events[lane] =
        static_cast<std::uint16_t>(lanes_[warp * kWarpLanes + lane].cursor - begin);
  }
}

/// What the thread's partners had done when they last came together.
void Block::note_partners(unsigned thread) {
  const unsigned warp = thread / kWarpLanes;
  const Meetings& meetings = meetings_[warp];
  if (!meetings.any) return;
  std::uint32_t rest = meetings.partners[thread % kWarpLanes] & ~(1u << thread % kWarpLanes);
  for (; rest != 0; rest &= rest - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(rest));
    Lane& lane = lanes_[warp * kWarpLanes + i];
    if (meetings.events[i] <= lane.noted) continue;
    const TraceEvent* const begin = warps_[warp].events + i * kLaneEvents;
    journal_.add(begin + lane.noted, begin + meetings.events[i], warp * kWarpLanes + i, true);
    lane.noted = meetings.events[i];
  }
}

/// Counts all events of the warp.
void Block::retire(unsigned warp) {
  TraceEvent* const events = warps_[warp].events;
  if (events == nullptr) return;
  if (journal_.has_launches()) {
    for (unsigned i = 0; i < kWarpLanes; ++i) {
      note_in_journal(warp * kWarpLanes + i, true);
      lanes_[warp * kWarpLanes + i].noted = 0;
    }
  }
  Lane* const lanes = lanes_ + warp * kWarpLanes;
  std::uint32_t recorded = 0;  // lanes with events
  std::ptrdiff_t length = 0;
  bool same_length = true;
  for (unsigned i = 0; i < kWarpLanes; ++i) {
    const std::ptrdiff_t n = lanes[i].cursor - (events + i * kLaneEvents);
    if (n == 0) continue;
    same_length &= recorded == 0 || n == length;
    recorded |= 1u << i;
    length = n;
  }
  if (recorded == 0) return;
  std::ptrdiff_t done = 0;
  const Retirement to = retirement(warp);
  if (same_length) done = replay_uniform(events, kLaneEvents, recorded, length, to);
  if (!same_length || done < length) {
    EventQueue queues[kWarpLanes];
    for (unsigned i = 0; i < kWarpLanes; ++i) {
      TraceEvent* const start = events + i * kLaneEvents;
      queues[i] = {start + (recorded >> i & 1 ? done : 0), lanes[i].cursor};
    }
    replay(queues, 0, to);
  }
  for (unsigned i = 0; i < kWarpLanes; ++i) lanes[i].cursor = events + i * kLaneEvents;
  meetings_[warp].any = false;
}

/// Counts events of a warp whose lanes all wait, some for room or an answer: until one of these can
/// go on.
void Block::empty_buffers(unsigned warp_number) {
  Warp& warp = warps_[warp_number];
  EventQueue queues[kWarpLanes];
  for (unsigned i = 0; i < kWarpLanes; ++i) {
    queues[i] = {warp.events + i * kLaneEvents, lanes_[warp_number * kWarpLanes + i].cursor};
  }
  if (journal_.has_launches()) {
    for (unsigned i = 0; i < kWarpLanes; ++i) {
      note_in_journal(warp_number * kWarpLanes + i, false);
    }
  }
  const std::uint32_t asking = replay(queues, warp.full, retirement(warp_number));
  for (unsigned i = 0; i < kWarpLanes; ++i) {
    Lane& lane = lanes_[warp_number * kWarpLanes + i];
    TraceEvent* start = warp.events + i * kLaneEvents;
    const std::ptrdiff_t left = queues[i].end - queues[i].head;
    if (queues[i].head != start) {
      std::uint16_t& met = meetings_[warp_number].events[i];
      met -= std::min(met, static_cast<std::uint16_t>(queues[i].head - start));
      std::memmove(start, queues[i].head, static_cast<std::size_t>(left) * sizeof(TraceEvent));
    }
    lane.cursor = start + left;
    lane.noted = static_cast<std::uint16_t>(left);
    const std::uint32_t bit = 1u << i;
    if ((warp.full & bit) != 0 && left < kLaneEvents) {
      warp.full &= ~bit;
      warp.ready |= bit;
    }
  }
  if (warp.asking != 0) answer(warp_number, asking);
}

/// Whether nobody in the block but the running thread, whose buffer is full, can go on.
bool Block::is_alone() const {
  const Warp& warp = warps_[current_ / kWarpLanes];
  return (runnable_ & ~(1u << current_ / kWarpLanes)) == 0 && (warp.ready | warp.unstarted) == 0 &&
         warp.full == 1u << current_ % kWarpLanes;
}

void Block::buffer_full() {
  suspend_current(nullptr);
  current_warp().full |= current_bit();
  runnable_ |= 1u << current_ / kWarpLanes;
  const auto now = std::chrono::steady_clock::now();
  if (std::chrono::duration<double>(now - multiprocessor_.progress).count() >
      settings_.timeout_seconds) {
    fail_timeout();
  }
  turns_ += is_alone() ? kAlone : 1;
  if (turns_ > kSlice && (cluster_->size() > 1 || multiprocessor_.others_wait())) {
    leave(State::kPaused);
  } else {
    wait();
  }
}

void Block::pause() { buffer_full(); }

void Block::invite(const Grid& child) {
  if (multiprocessor_.waiting() >= kMostHosts) return;
  guest_ = &child;
  guest_turns_ = kGuestTurns;
}

void Block::give_way() {
  if (guest_ == nullptr) return;
  suspend_current(nullptr);
  current_warp().ready |= current_bit();
  runnable_ |= 1u << current_ / kWarpLanes;
  leave(State::kPaused);
}

void recorder_full(unsigned events) { current_block()->make_room(events); }

void pause() { device_code("a loop that waits").pause(); }

void end_thread() { current_block()->abandon_frames(); }

}  // namespace simt
