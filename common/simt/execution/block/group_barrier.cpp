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
  if (recorder.is_pending()) global_order_.flush_pending();
  if (recorder.cursor != nullptr) threads_.set_cursor(threads_.current, recorder.cursor);
  const Unrecorded unrecorded;
  if (scope == GroupScope::kGrid && !grid_->config.cooperative) {
    stop_kernel(cudaErrorLaunchFailure,
                "a barrier of the whole grid in a launch that is not cooperative", site,
                "launch the kernel with cudaLaunchCooperativeKernel");
  }
  const auto bit = static_cast<std::uint8_t>(1 << static_cast<int>(scope));
  Lane& lane = threads_.current_lane();
  if ((lane.unwaited & bit) != 0) {
    stop_kernel(cudaErrorLaunchFailure,
                "a thread arrives at a barrier a second time without waiting", site,
                "every barrier_arrive() needs a barrier_wait() before the next one");
  }
  GroupBarrier& barrier = group(scope);
  if (barrier.phase != group_phase(scope)) release_group(scope);
  if (scope != GroupScope::kBlock) ++lane.barriers_arrived;
  const bool waits_at_once = (threads_.current_warp().at_group & threads_.current_bit()) != 0;
  if (settings_.check_shared && !waits_at_once) {
    shared_check_.arrive(static_cast<unsigned>(scope), barrier.phase, threads_.current);
  }
  lane.arrived |= bit;
  lane.unwaited |= bit;
  if (++barrier.arrived == threads_.live) announce_arrival(scope);
}

void Block::group_wait(GroupScope scope, const void* site) {
  Lane& lane = threads_.current_lane();
  const auto bit = static_cast<std::uint8_t>(1 << static_cast<int>(scope));
  if ((lane.unwaited & bit) == 0) {
    stop_kernel(cudaErrorLaunchFailure, "a thread waits at a barrier where it has not arrived",
                site, "every barrier_wait() needs a barrier_arrive() of the same thread before it");
  }
  lane.unwaited &= static_cast<std::uint8_t>(~bit);
  if ((lane.arrived & bit) == 0) {  // the others have all arrived
    if (scope != GroupScope::kBlock) cluster_start_.current_knows();
    if (--ticks_ == 0) [[unlikely]]
      yield(site);
    pass_halves(scope);
    return;
  }
  suspend_current(site);
  lane.in_halves = true;
  lane.group = static_cast<std::uint8_t>(scope);
  threads_.current_warp().at_group |= threads_.current_bit();
  if (group(scope).phase != group_phase(scope)) release_group(scope);
  wait();
  pass_halves(scope);
}

/// The running thread has passed a barrier at which it had arrived before.
void Block::pass_halves(GroupScope scope) {
  if (scope != GroupScope::kBlock) ++threads_.current_lane().barriers_passed;
  if (!settings_.check_shared) return;
  const Unrecorded unrecorded;
  shared_check_.pass(static_cast<unsigned>(scope), group(scope).phase - 1, threads_.current);
}

/// Both halves in one: the warp comes together here.
void Block::group_sync(GroupScope scope, const void* site) {
  suspend_current(site);
  threads_.current_lane().in_halves = false;
  threads_.current_lane().group = static_cast<std::uint8_t>(scope);
  threads_.current_warp().at_group |= threads_.current_bit();
  group_arrive(scope, site);
  threads_.current_lane().unwaited &= static_cast<std::uint8_t>(~(1 << static_cast<int>(scope)));
  if ((threads_.current_warp().ready & threads_.current_bit()) != 0) tick(site);
  wait();
  if (scope != GroupScope::kBlock) ++threads_.current_lane().barriers_passed;
}

/// All live threads of the block have arrived.
void Block::announce_arrival(GroupScope scope) {
  GroupBarrier& barrier = group(scope);
  if (barrier.announced) return;
  barrier.announced = true;
  check_waiting_races();
  if (global_order_.watches()) global_order_.check_all_lanes();
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
      if (barrier.phase != group_phase(scope)) release_group(scope);
  }
}

/// What was done before a barrier that is complete comes before what is done after it. Where threads have
/// arrived and do not wait yet, that is not all that was done so far.
void Block::order_group(GroupScope scope) {
  if (!settings_.check_shared) return;
  std::vector<unsigned> at_once;
  unsigned waiting = 0;
  for (unsigned thread = 0; thread < threads_.count; ++thread) {
    const Lane& lane = threads_.lanes[thread];
    if ((threads_.warps[thread / kWarpLanes].at_group >> thread % kWarpLanes & 1) == 0 ||
        lane.group != static_cast<std::uint8_t>(scope)) {
      continue;
    }
    ++waiting;
    if (!lane.in_halves) at_once.push_back(thread);
  }
  if (waiting == threads_.live) {
    order_shared();
    return;
  }
  const auto which = static_cast<unsigned>(scope);
  const std::uint32_t phase = group(scope).phase;
  for (const unsigned thread : at_once) shared_check_.arrive(which, phase, thread);
  for (const unsigned thread : at_once) shared_check_.pass(which, phase, thread);
}

void Block::release_group(GroupScope scope) {
  if (state_ == State::kFinished || state_ == State::kFailed) return;
  order_group(scope);
  group(scope) = {group_phase(scope), 0, false};
  if (global_order_.watches()) global_order_.check_all_lanes();
  const auto bit = static_cast<std::uint8_t>(1 << static_cast<int>(scope));
  unsigned waiting = 0;
  for (unsigned w = 0; w < threads_.warp_count; ++w) {
    Warp& warp = threads_.warps[w];
    std::uint32_t released = 0;
    for (unsigned i = 0; i < kWarpLanes; ++i) {
      Lane& lane = threads_.lanes[w * kWarpLanes + i];
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
      records_.begin_warp(w);
    } else if (released == (warp.all & ~warp.finished)) {
      records_.replay_warp(w);
    }
    warp.at_group &= ~released;
    warp.ready |= released;
    threads_.runnable |= 1u << w;
  }
  if (scope != GroupScope::kBlock) cluster_start_.released(waiting);
  if (scope == GroupScope::kBlock || waiting == threads_.live) cluster_start_.block_met();
  records_.barrier(scope == GroupScope::kBlock     ? "block"
                   : scope == GroupScope::kCluster ? "cluster"
                                                   : "grid");
  global_order_.check().barrier();
  if (!global_order_.watches()) return;
  if (scope == GroupScope::kCluster) global_order_.check().cluster_met();
  if (scope == GroupScope::kGrid) global_order_.check().grid_met();
}

/// Releases who waits for a barrier that other OS threads have completed.
bool Block::release_passed_groups() {
  if (group(GroupScope::kGrid).phase == group_phase(GroupScope::kGrid)) {
    return false;
  }
  release_group(GroupScope::kGrid);
  return threads_.runnable != 0;
}

/// Whether the threads that wait can be released by another block. Until then the block's events
/// are counted, and their buffers given to those that run.
bool Block::waits_for_other_blocks() {
  const bool announced =
      group(GroupScope::kCluster).announced || group(GroupScope::kGrid).announced;
  bool waits = false;
  for (unsigned w = 0; w < threads_.warp_count; ++w) {
    Warp& warp = threads_.warps[w];
    if (warp.at_group == 0) continue;
    waits = announced;
    if (warp.at_group == (warp.all & ~warp.finished) && warp.events != nullptr) {
      records_.replay_warp(w);
      records_.end_warp(w);
    }
  }
  return waits;
}

}  // namespace simt
