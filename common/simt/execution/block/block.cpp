#include "execution/block/block.h"

#include <atomic>
#include <cstdio>
#include <mutex>

#include "simt/groups.h"

#include "base/address_map.h"
#include "base/process.h"
#include "execution/block/scheduler_inline.h"
#include "memory/address_space.h"

extern "C" {
__thread uint3 simt_blockIdx;
__thread simt::Extent simt_blockDim;
__thread simt::Extent simt_gridDim;
}

namespace simt {
namespace {

struct SharedWindows {
  std::atomic<std::size_t> next{0};
};

std::uintptr_t next_shared_window() {
  const std::size_t window = process().part<SharedWindows>().next.fetch_add(1);
  if (window >= kSharedWindows) {
    std::fprintf(stderr, "simt: more than %zu blocks wait for each other\n", kSharedWindows);
    end_process(1);
  }
  return kSharedBase + window * kSharedWindow;
}

}  // namespace

Block::Block(Residency& residency)
    : residency_(residency),
      identity_{.shared_base = next_shared_window()},
      scheduler_(*this, residency, identity_) {
  reserve_address_map();
}

Block::~Block() = default;

void Block::begin_grid(Grid& grid, Cluster& cluster, unsigned rank) {
  identity_.grid = &grid;
  identity_.cluster = &cluster;
  identity_.rank = rank;
  scheduler_.begin_grid(grid.order, grid.config.block);
  watch().begin_grid();
  shared_memory_.begin_grid();
}

void Block::end_grid() {
  watch().leave_grid();
  shared_memory_.end_grid();
  const std::lock_guard lock(grid().results.mutex);
  watch().end_grid(grid());
  for (BlockOutput& output : output_) grid().results.output.push_back(std::move(output));
  output_.clear();
  identity_.grid = nullptr;
}

void Block::begin_block(std::uint64_t cluster_number) {
  const dim3& extent = config().grid;
  identity_.order = cluster_number * grid().cluster_blocks + identity_.rank;
  const std::uint64_t number = grid().block_of(cluster_number, identity_.rank);
  identity_.number = number;
  identity_.index = {static_cast<unsigned>(number % extent.x),
                     static_cast<unsigned>(number / extent.x % extent.y),
                     static_cast<unsigned>(number / extent.x / extent.y)};
  scheduler_.begin_block(number);
  watch().begin_block(grid(), cluster_number == 0 && grid().results.trace != nullptr);
  shared_memory_.begin_block();
  local_arrays_.begin_block();
  tile_memory_.begin_block();
  barrier_.begin_block();
  named_barriers_.begin_block();
  tile_barriers_.begin_block();
  groups_.begin_block();
  collectives_.begin_block();
  launches_ = 0;
}

bool Block::can_proceed() {
  if (state() == State::kFinished || state() == State::kFailed) return false;
  return state() == State::kPaused || groups_.release_passed() || threads().runnable != 0 ||
         grid().barrier_is_stuck;
}

void Block::proceed() {
  if (scheduler_.child_takes_slice()) return;
  if (threads().runnable == 0) {  // no other block will arrive at the barrier that it waits for
    grid().fail(identity_.order, grid_deadlock());
    scheduler_.set_state(State::kFailed);
    return;
  }
  simt_blockIdx = identity_.index;
  const dim3& block = config().block;
  const dim3& extent = config().grid;
  simt_blockDim = {block.x, block.y, block.z};
  simt_gridDim = {extent.x, extent.y, extent.z};
  worker().running_kernel = this;
  worker().awaited = {};
  worker().recorder.stores = nullptr;
  worker().recorder.acquires = 0;
  worker().recorder.watches = watch().global.watches();
  worker().recorder.shared_base = identity_.shared_base;
  scheduler_.run();
  worker().running_kernel = nullptr;
}

/// A fiber that has finished its thread goes on with the next one that has not started: a kernel
/// without barriers never switches.
void Block::run_threads() {
  const KernelCall* const call = grid().call.get();
  for (;;) {
    call->call(call);
    const bool others_wait =
        (barrier_.arrived() | groups_.arrived()) != 0 || collectives_.are_watching();
    if (!scheduler_.replace_finished(others_wait)) finish_thread();
  }
}

void Block::finish_thread() {
  BlockThreads& threads = scheduler_.threads();
  scheduler_.suspend(nullptr);
  if (collectives_.are_watching()) collectives_.check_bypassed_call();
  const unsigned warp_number = threads.current / kWarpLanes;
  Warp& warp = threads.warps[warp_number];
  warp.finished |= threads.current_bit();
  --threads.live;
  if (warp.finished == warp.all) {
    watch().finish_warp(warp_number);
  } else if (warp.collective_count > 0) {
    collectives_.thread_finished(warp_number);
  }
  named_barriers_.thread_finished(warp_number);
  scheduler_.run_next_after_finished();
}

void Block::release_waiting_for_finished() {
  barrier_.thread_finished();
  groups_.thread_finished();
}

void Block::finish() {
  watch().end();
  if (watch().has_launches()) {
    const std::lock_guard lock(grid().results.mutex);
    grid().results.launching_blocks.push_back(watch().take_launches());
  }
  cluster().block_finished();
  if (config().cooperative) grid().block_finished();
}

void Block::check_waits_for_others() {
  if (groups_.waits_for_other_blocks()) return;
  watch().check_races();
  stop_kernel_with([&] { return deadlock(); });
}

std::uint64_t Block::hash(std::uint64_t seed) const {
  seed = barrier_.hash(scheduler_.hash(seed));
  seed = tile_barriers_.hash(named_barriers_.hash(groups_.hash(seed)));
  return collectives_.hash(seed);
}

std::uint64_t Block::next_launch() {
  watch().records.record_launch();
  threads().current_lane().launched = true;
  return launches_++;
}

void recorder_full(unsigned events) { current_block()->scheduler().reserve_events(events); }

void pause() { device_code("a loop that waits").scheduler().wait_for_buffer(); }

void end_thread() { current_block()->scheduler().abandon_frames(); }

}  // namespace simt
