#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "simt/groups.h"

#include "address_map.h"
#include "fiber.h"
#include "memory.h"
#include "worker.h"
#include "worker_inline.h"

extern "C" {
__thread uint3 simt_threadIdx;
__thread uint3 simt_blockIdx;
__thread simt::Extent simt_blockDim;
__thread simt::Extent simt_gridDim;
}

namespace simt {

__thread Worker* current_worker;

namespace {

void* reserve(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    std::perror("simt: cannot reserve memory for a worker");
    std::exit(1);
  }
  return memory;
}

constexpr std::size_t kEventBytes =
    sizeof(Event) * kLaneEvents * kWarpLanes * static_cast<std::size_t>(kMaxWarps);
/// Below the lowest stack: room for reporting that it overflowed.
constexpr std::size_t kStackMargin = 64 * 1024;
constexpr std::size_t kStacksBytes = kStackMargin + kStackStride * kMaxBlockThreads;

}  // namespace

Worker::Worker(int number)
    : number_(number),
      shared_base_(kSharedBase + static_cast<std::size_t>(number) * kSharedWindow),
      stacks_(static_cast<char*>(reserve(kStacksBytes)) + kStackMargin),
      events_(static_cast<Event*>(reserve(kEventBytes))),
      shared_check_(shared_base_) {
  reserve_address_map();
  madvise(events_, kEventBytes, MADV_HUGEPAGE);  // 1024 buffers would want as many TLB entries
}

Worker::~Worker() {
  munmap(stacks_ - kStackMargin, kStacksBytes);
  munmap(events_, kEventBytes);
}

void Worker::run(Grid& grid) {
  begin_grid(grid);
  for (;;) {
    const std::uint64_t block = grid.next_block.fetch_add(1, std::memory_order_relaxed);
    if (block >= grid.block_count || block > grid.failed_block.load()) break;
    run_block(block);
  }
  end_grid();
}

void Worker::begin_grid(Grid& grid) {
  const dim3& block = grid.config.block;
  grid_ = &grid;
  thread_count_ = block.x * block.y * block.z;
  warp_count_ = (thread_count_ + kWarpLanes - 1) / kWarpLanes;
  unsigned thread = 0;
  for (unsigned z = 0; z < block.z; ++z) {
    for (unsigned y = 0; y < block.y; ++y) {
      for (unsigned x = 0; x < block.x; ++x) lanes_[thread++].index = {x, y, z};
    }
  }
  simt_blockDim = {block.x, block.y, block.z};
  simt_gridDim = {grid.config.grid.x, grid.config.grid.y, grid.config.grid.z};
  begin_shared();
  current_worker = this;
}

void Worker::end_grid() {
  current_worker = nullptr;
  end_shared();
  const std::lock_guard lock(grid_->mutex);
  grid_->sites.add(sites_);
  sites_.clear();
  for (BlockOutput& output : output_) grid_->output.push_back(std::move(output));
  output_.clear();
  grid_ = nullptr;
}

void Worker::run_block(std::uint64_t block) {
  const dim3& grid = grid_->config.grid;
  block_ = block;
  sites_.keep_samples(block == 0 && !settings_.picture_folder.empty());
  simt_blockIdx = {static_cast<unsigned>(block % grid.x),
                   static_cast<unsigned>(block / grid.x % grid.y),
                   static_cast<unsigned>(block / grid.x / grid.y)};
  // Every block has its own sequence, so that the order does not depend on who runs it.
  random_ = settings_.seed + block * 0x9e3779b97f4a7c15u;
  block_start_ = std::chrono::steady_clock::now();
  for (unsigned w = 0; w < warp_count_; ++w) {
    Warp& warp = warps_[w];
    const unsigned lanes = thread_count_ - w * kWarpLanes;
    warp.all = lanes >= kWarpLanes ? ~0u : (1u << lanes) - 1;
    warp.unstarted = warp.all;
    warp.ready = warp.at_barrier = warp.in_collective = warp.full = warp.finished = 0;
    warp.events = nullptr;
    warp.collective_count = 0;
  }
  runnable_ = warp_count_ == kMaxWarps ? ~0u : (1u << warp_count_) - 1;
  live_ = thread_count_;
  arrived_ = 0;
  shared_check_.begin_block();
  scan_warp_ = choose(runnable_);
  free_stacks_count_ = 0;
  for (unsigned i = thread_count_; i-- > 0;) {
    free_stacks_[free_stacks_count_++] =
        reinterpret_cast<std::uintptr_t>(stacks_) + static_cast<std::size_t>(i) * kStackStride;
  }
  free_events_count_ = 0;
  for (unsigned w = warp_count_; w-- > 0;) {
    free_events_[free_events_count_++] = events_ + w * kWarpLanes * kLaneEvents;
  }
  start_or_resume(next_lane(), &scheduler_);
}

/// `choose` for the orders that look for trouble.
unsigned Worker::choose_otherwise(std::uint32_t candidates) {
  if (settings_.lane_order == LaneOrder::kReverse) {
    return 31 - static_cast<unsigned>(std::countl_zero(candidates));
  }
  random_ = random_ * 6364136223846793005u + 1442695040888963407u;
  auto skip = (random_ >> 33) % static_cast<unsigned>(std::popcount(candidates));
  while (skip-- > 0) candidates &= candidates - 1;
  return static_cast<unsigned>(std::countr_zero(candidates));
}

unsigned Worker::next_lane_of_other_warp() {
  while (runnable_ != 0) {
    if ((runnable_ >> scan_warp_ & 1) == 0) scan_warp_ = choose(runnable_);
    Warp& warp = warps_[scan_warp_];
    if (const std::uint32_t candidates = warp.ready | warp.unstarted; candidates != 0) {
      return scan_warp_ * kWarpLanes + choose(candidates);
    }
    if (warp.full == 0) {
      runnable_ &= ~(1u << scan_warp_);
      continue;
    }
    // Everybody in this warp waits for somebody: the full lanes can be replayed. The other warps
    // go first then, so that a lane that spins until another warp writes does not keep it waiting.
    make_room(scan_warp_);
    const std::uint32_t later = runnable_ & ~((2u << scan_warp_) - 1);
    scan_warp_ = static_cast<unsigned>(std::countr_zero(later != 0 ? later : runnable_));
  }
  return kNobody;
}

/// Gives a thread that has not started a stack of its own.
void Worker::start(unsigned thread) {
  Lane& lane = lanes_[thread];
  Warp& warp = warps_[thread / kWarpLanes];
  if (warp.events == nullptr) begin_warp(thread / kWarpLanes);
  warp.unstarted &= ~(1u << thread % kWarpLanes);
  lane.stack_low = free_stacks_[--free_stacks_count_];
  lane.stack_pointer = prepare_stack(reinterpret_cast<void*>(lane.stack_low), &fiber_entry);
}

void Worker::fiber_entry() { current_worker->fiber_main(); }

/// A fiber that has finished its thread goes on with the next one that has not started: a kernel
/// without barriers never switches.
void Worker::fiber_main() {
  for (;;) {
    grid_->call->call(grid_->call);
    finish_current();
  }
}

void Worker::finish_current() {
  suspend_current(nullptr);
  const unsigned warp_number = current_ / kWarpLanes;
  Warp& warp = warps_[warp_number];
  warp.finished |= current_bit();
  --live_;
  if (warp.finished == warp.all) {
    retire(warp_number);
    free_events_[free_events_count_++] = warp.events;
  } else if (warp.collective_count > 0) {
    complete_collectives(warp_number);
  }
  if (live_ == 0) {
    if (shared_check_.unwritten().pc != nullptr) report_unwritten();
    leave_block();
  }
  if (arrived_ == live_) release_barrier();  // who exited does not hold up the others

  const unsigned next = next_lane();
  if (next == kNobody) report_deadlock();
  const std::uintptr_t stack = lanes_[current_].stack_low;
  Warp& next_warp = warps_[next / kWarpLanes];
  const std::uint32_t bit = 1u << next % kWarpLanes;
  if (next_warp.unstarted & bit) {
    if (next_warp.events == nullptr) begin_warp(next / kWarpLanes);
    next_warp.unstarted &= ~bit;
    lanes_[next].stack_low = stack;
    activate(next);
    return;
  }
  free_stacks_[free_stacks_count_++] = stack;
  void* never_resumed;
  start_or_resume(next, &never_resumed);
}

void Worker::leave_block() {
  void* never_resumed;
  switch_fiber(&never_resumed, scheduler_);
  __builtin_unreachable();
}

void Worker::begin_warp(unsigned warp) {
  Event* events = free_events_[--free_events_count_];
  warps_[warp].events = events;
  for (unsigned lane = 0; lane < kWarpLanes; ++lane) {
    lanes_[warp * kWarpLanes + lane].cursor = events + lane * kLaneEvents;
    lanes_[warp * kWarpLanes + lane].limit = events + (lane + 1) * kLaneEvents;
  }
}

/// Counts all events of the warp.
void Worker::retire(unsigned warp) {
  Event* const events = warps_[warp].events;
  if (events == nullptr) return;
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
  if (same_length) done = replay_uniform(events, kLaneEvents, recorded, length, sites_);
  if (!same_length || done < length) {
    EventQueue queues[kWarpLanes];
    for (unsigned i = 0; i < kWarpLanes; ++i) {
      Event* const start = events + i * kLaneEvents;
      queues[i] = {start + (recorded >> i & 1 ? done : 0), lanes[i].cursor};
    }
    replay(queues, 0, sites_);
  }
  for (unsigned i = 0; i < kWarpLanes; ++i) lanes[i].cursor = events + i * kLaneEvents;
}

/// Counts events of a warp whose lanes all wait, some for room: until one of these has room.
void Worker::make_room(unsigned warp_number) {
  Warp& warp = warps_[warp_number];
  EventQueue queues[kWarpLanes];
  for (unsigned i = 0; i < kWarpLanes; ++i) {
    queues[i] = {warp.events + i * kLaneEvents, lanes_[warp_number * kWarpLanes + i].cursor};
  }
  replay(queues, warp.full, sites_);
  for (unsigned i = 0; i < kWarpLanes; ++i) {
    Lane& lane = lanes_[warp_number * kWarpLanes + i];
    Event* start = warp.events + i * kLaneEvents;
    const std::ptrdiff_t left = queues[i].end - queues[i].head;
    if (queues[i].head != start) {
      std::memmove(start, queues[i].head, static_cast<std::size_t>(left) * sizeof(Event));
    }
    lane.cursor = start + left;
    const std::uint32_t bit = 1u << i;
    if ((warp.full & bit) != 0 && left < kLaneEvents) {
      warp.full &= ~bit;
      warp.ready |= bit;
    }
  }
}

void Worker::buffer_full() {
  suspend_current(nullptr);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - block_start_;
  if (elapsed.count() > settings_.timeout_seconds) report_timeout();
  current_warp().full |= current_bit();
  runnable_ |= 1u << current_ / kWarpLanes;
  wait();
}

void recorder_full() { current_worker->buffer_full(); }

void pause() { device_code("a loop that waits").buffer_full(); }

}  // namespace simt
