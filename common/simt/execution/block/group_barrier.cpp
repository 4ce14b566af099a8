// The barriers of groups wider than a warp, in two halves: a thread says that it has arrived, and
// waits later. Those of a cluster and of a grid concern other blocks as well.
#include "simt/groups.h"

#include <bit>

#include "base/address_map.h"
#include "execution/block/block.h"
#include "execution/block/block_inline.h"
#include "execution/block/cluster.h"
#include "execution/block/multiprocessor.h"

namespace simt {

std::uint32_t Block::group_phase(GroupScope scope) const {
  switch (scope) {
    case GroupScope::kCluster:
      return cluster_->phase();
    case GroupScope::kGrid:
      return grid_->phase.load();
    default:
      return block_phase_;
  }
}

void Block::group_arrive(GroupScope scope, const void* site) {
  if (recorder.is_pending()) flush_pending();
  TraceEvent* const cursor = recorder.cursor;
  recorder.cursor = nullptr;
  if (cursor != nullptr) lanes_[current_].cursor = cursor;
  if (scope == GroupScope::kGrid && !grid_->config.cooperative) {
    fail(cudaErrorLaunchFailure, "a barrier of the whole grid in a launch that is not cooperative",
         site, "launch the kernel with cudaLaunchCooperativeKernel");
  }
  const auto bit = static_cast<std::uint8_t>(1 << static_cast<int>(scope));
  Lane& lane = lanes_[current_];
  if ((lane.unwaited & bit) != 0) {
    fail(cudaErrorLaunchFailure, "a thread arrives at a barrier a second time without waiting",
         site, "every barrier_arrive() needs a barrier_wait() before the next one");
  }
  GroupBarrier& group = groups_[static_cast<int>(scope)];
  if (group.phase != group_phase(scope)) release_group(scope);
  lane.arrived |= bit;
  lane.unwaited |= bit;
  if (++group.arrived == live_) announce_arrival(scope);
  recorder.cursor = cursor;
}

void Block::group_wait(GroupScope scope, const void* site) {
  Lane& lane = lanes_[current_];
  const auto bit = static_cast<std::uint8_t>(1 << static_cast<int>(scope));
  if ((lane.unwaited & bit) == 0) {
    fail(cudaErrorLaunchFailure, "a thread waits at a barrier where it has not arrived", site,
         "every barrier_wait() needs a barrier_arrive() of the same thread before it");
  }
  lane.unwaited &= static_cast<std::uint8_t>(~bit);
  if ((lane.arrived & bit) == 0) {  // the others have all arrived
    if (scope != GroupScope::kBlock) lane.met = some_met_ = true;
    return;
  }
  suspend_current(site);
  lane.group = static_cast<std::uint8_t>(scope);
  current_warp().at_group |= current_bit();
  if (groups_[static_cast<int>(scope)].phase != group_phase(scope)) release_group(scope);
  wait();
}

/// Both halves in one: the warp comes together here.
void Block::group_sync(GroupScope scope, const void* site) {
  suspend_current(site);
  lanes_[current_].group = static_cast<std::uint8_t>(scope);
  current_warp().at_group |= current_bit();
  group_arrive(scope, site);
  lanes_[current_].unwaited &= static_cast<std::uint8_t>(~(1 << static_cast<int>(scope)));
  wait();
}

/// All live threads of the block have arrived.
void Block::announce_arrival(GroupScope scope) {
  GroupBarrier& group = groups_[static_cast<int>(scope)];
  if (group.announced) return;
  group.announced = true;
  if (global_check_.watches()) check_all_lanes();
  switch (scope) {
    case GroupScope::kBlock:
      ++block_phase_;
      release_group(scope);
      break;
    case GroupScope::kCluster:
      cluster_->block_arrived();
      break;
    case GroupScope::kGrid:
      grid_->block_arrived();
      if (group.phase != group_phase(scope)) release_group(scope);
  }
}

void Block::release_group(GroupScope scope) {
  if (state_ == State::kFinished || state_ == State::kFailed) return;
  groups_[static_cast<int>(scope)] = {group_phase(scope), 0, false};
  if (global_check_.watches()) check_all_lanes();
  if (scope == GroupScope::kGrid) multiprocessor_.progress = std::chrono::steady_clock::now();
  const auto bit = static_cast<std::uint8_t>(1 << static_cast<int>(scope));
  unsigned waiting = 0;
  for (unsigned w = 0; w < warp_count_; ++w) {
    Warp& warp = warps_[w];
    std::uint32_t released = 0;
    for (unsigned i = 0; i < kWarpLanes; ++i) {
      Lane& lane = lanes_[w * kWarpLanes + i];
      if ((warp.all & ~warp.unstarted & ~warp.finished) >> i & 1) {
        lane.arrived &= static_cast<std::uint8_t>(~bit);
      }
      if (warp.at_group >> i & 1 && lane.group == static_cast<std::uint8_t>(scope)) {
        released |= 1u << i;
        if (scope != GroupScope::kBlock) lane.met = true;
      }
    }
    if (released == 0) continue;
    waiting += static_cast<unsigned>(std::popcount(released));
    if (warp.events == nullptr) {
      begin_warp(w);
    } else if (released == (warp.all & ~warp.finished)) {
      retire(w);
    }
    warp.at_group &= ~released;
    warp.ready |= released;
    runnable_ |= 1u << w;
  }
  if (scope != GroupScope::kBlock) some_met_ |= waiting > 0;
  all_met_ |= some_met_ && (scope == GroupScope::kBlock || waiting == live_);
  shared_check_.barrier();
  journal_.barrier();
  global_check_.barrier();
  if (!global_check_.watches()) return;
  if (scope == GroupScope::kCluster) global_check_.cluster_met();
  if (scope == GroupScope::kGrid) global_check_.grid_met();
}

/// The lanes have come together: what one of them knows of the cluster, all do.
void Block::share_meeting(unsigned warp, std::uint32_t lanes) {
  Lane* const first = lanes_ + warp * kWarpLanes;
  bool met = false;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    met |= first[std::countr_zero(rest)].met;
  }
  for (std::uint32_t rest = met ? lanes : 0; rest != 0; rest &= rest - 1) {
    first[std::countr_zero(rest)].met = true;
  }
}

void Block::end_interval() {
  if (recorder.is_pending()) flush_pending();
  lanes_[current_].cursor = recorder.cursor;
  const Unrecorded unrecorded;
  if (global_check_.watches()) check_all_lanes();
  shared_check_.barrier();
  journal_.barrier();
  global_check_.barrier();
}

/// Releases who waits for a barrier that other OS threads have completed.
bool Block::release_passed_groups() {
  if (groups_[static_cast<int>(GroupScope::kGrid)].phase == group_phase(GroupScope::kGrid)) {
    return false;
  }
  release_group(GroupScope::kGrid);
  return runnable_ != 0;
}

/// Whether the threads that wait can be released by another block. Until then the block's events
/// are counted, and their buffers given to those that run.
bool Block::waits_for_other_blocks() {
  const bool announced = groups_[static_cast<int>(GroupScope::kCluster)].announced ||
                         groups_[static_cast<int>(GroupScope::kGrid)].announced;
  bool waits = false;
  for (unsigned w = 0; w < warp_count_; ++w) {
    Warp& warp = warps_[w];
    if (warp.at_group == 0) continue;
    waits = announced;
    if (warp.at_group == (warp.all & ~warp.finished) && warp.events != nullptr) {
      retire(w);
      multiprocessor_.events.give_back(warp.events);
      warp.events = nullptr;
    }
  }
  return waits;
}

#define SIMT_SITE __builtin_return_address(0)

void block_arrive() { device_code("barrier_arrive").group_arrive(GroupScope::kBlock, SIMT_SITE); }
void block_wait() { device_code("barrier_wait").group_wait(GroupScope::kBlock, SIMT_SITE); }
void cluster_arrive() {
  device_code("barrier_arrive").group_arrive(GroupScope::kCluster, SIMT_SITE);
}
void cluster_wait() { device_code("barrier_wait").group_wait(GroupScope::kCluster, SIMT_SITE); }
void cluster_barrier() { device_code("sync").group_sync(GroupScope::kCluster, SIMT_SITE); }
void grid_arrive() { device_code("barrier_arrive").group_arrive(GroupScope::kGrid, SIMT_SITE); }
void grid_wait() { device_code("barrier_wait").group_wait(GroupScope::kGrid, SIMT_SITE); }
void grid_barrier() { device_code("sync").group_sync(GroupScope::kGrid, SIMT_SITE); }

void interval_ends() {
  if (current_block() != nullptr) current_block()->end_interval();
}

bool is_cooperative() { return device_code("is_valid").config().cooperative; }

dim3 cluster_extent() { return device_code("this_cluster").config().cluster; }

dim3 cluster_position() {
  const Block& self = device_code("this_cluster");
  const dim3& extent = self.config().cluster;
  return dim3(self.rank() % extent.x, self.rank() / extent.x % extent.y,
              self.rank() / extent.x / extent.y);
}

void* map_shared_rank(const void* shared, unsigned rank) {
  return device_code("map_shared_rank").map_shared(shared, rank, SIMT_SITE);
}

unsigned query_shared_rank(const void* shared) {
  const auto address = reinterpret_cast<std::uintptr_t>(shared);
  const Block& self = device_code("query_shared_rank");
  // What is not mapped means the block's own memory, whoever has passed it on.
  if (is_any_shared(address) && !is_mapped(address)) return self.rank();
  return self.cluster().owner_of(unmapped(address));
}

}  // namespace simt
