#include "execution/block/group_barriers.h"

#include "simt/groups.h"

#include <bit>
#include <vector>

#include "base/hash.h"
#include "base/settings.h"
#include "execution/block/cluster.h"
#include "execution/block/running_thread.h"
#include "execution/block/scheduler_inline.h"

namespace simt {

GroupBarriers::GroupBarriers(Scheduler& scheduler, Observers& observers,
                             const BlockIdentity& identity)
    : scheduler_(scheduler),
      observers_(observers),
      identity_(identity),
      threads_(scheduler.threads()) {}

void GroupBarriers::begin_block() {
  for (unsigned scope = 0; scope < kGroupScopes; ++scope) {
    barriers_[scope] = {phase_of(static_cast<GroupScope>(scope)), 0, false};
  }
}

std::uint32_t GroupBarriers::phase_of(GroupScope scope) const {
  switch (scope) {
    case GroupScope::kCluster:
      return identity_.cluster->phase();
    case GroupScope::kGrid:
      return identity_.grid->phase.load();
    default:
      return block_phase_;
  }
}

void GroupBarriers::arrive(GroupScope scope, const void* site) {
  if (recorder.is_pending()) observers_.global.flush_pending();
  if (recorder.cursor != nullptr) threads_.set_cursor(threads_.current, recorder.cursor);
  const Unrecorded unrecorded;
  if (scope == GroupScope::kGrid && !identity_.grid->config.cooperative) {
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
  GroupBarrier& barrier = of(scope);
  if (barrier.phase != phase_of(scope)) release(scope);
  if (scope != GroupScope::kBlock) ++lane.barriers_arrived;
  const bool waits_at_once = (threads_.current_warp().at_group & threads_.current_bit()) != 0;
  if (settings().check_shared && !waits_at_once) {
    observers_.shared.check().arrive(static_cast<unsigned>(scope), barrier.phase, threads_.current);
  }
  lane.arrived |= bit;
  lane.unwaited |= bit;
  if (++barrier.arrived == threads_.live) announce_arrival(scope);
}

void GroupBarriers::wait(GroupScope scope, const void* site) {
  Lane& lane = threads_.current_lane();
  const auto bit = static_cast<std::uint8_t>(1 << static_cast<int>(scope));
  if ((lane.unwaited & bit) == 0) {
    stop_kernel(cudaErrorLaunchFailure, "a thread waits at a barrier where it has not arrived",
                site, "every barrier_wait() needs a barrier_arrive() of the same thread before it");
  }
  lane.unwaited &= static_cast<std::uint8_t>(~bit);
  if ((lane.arrived & bit) == 0) {  // the others have all arrived
    if (scope != GroupScope::kBlock) observers_.shared.start().current_knows();
    if (scheduler_.is_tick_due()) [[unlikely]]
      scheduler_.yield(site);
    pass_halves(scope);
    return;
  }
  scheduler_.suspend(site);
  lane.in_halves = true;
  lane.group = static_cast<std::uint8_t>(scope);
  threads_.current_warp().at_group |= threads_.current_bit();
  if (of(scope).phase != phase_of(scope)) release(scope);
  scheduler_.wait();
  pass_halves(scope);
}

/// The running thread has passed a barrier at which it had arrived before.
void GroupBarriers::pass_halves(GroupScope scope) {
  if (scope != GroupScope::kBlock) ++threads_.current_lane().barriers_passed;
  if (!settings().check_shared) return;
  const Unrecorded unrecorded;
  observers_.shared.check().pass(static_cast<unsigned>(scope), of(scope).phase - 1,
                                 threads_.current);
}

/// Both halves in one: the warp comes together here.
void GroupBarriers::sync(GroupScope scope, const void* site) {
  scheduler_.suspend(site);
  threads_.current_lane().in_halves = false;
  threads_.current_lane().group = static_cast<std::uint8_t>(scope);
  threads_.current_warp().at_group |= threads_.current_bit();
  arrive(scope, site);
  threads_.current_lane().unwaited &= static_cast<std::uint8_t>(~(1 << static_cast<int>(scope)));
  if ((threads_.current_warp().ready & threads_.current_bit()) != 0) scheduler_.tick(site);
  scheduler_.wait();
  if (scope != GroupScope::kBlock) ++threads_.current_lane().barriers_passed;
}

/// All live threads of the block have arrived.
void GroupBarriers::announce_arrival(GroupScope scope) {
  GroupBarrier& barrier = of(scope);
  if (barrier.announced) return;
  barrier.announced = true;
  observers_.arrive();
  switch (scope) {
    case GroupScope::kBlock:
      ++block_phase_;
      release(scope);
      break;
    case GroupScope::kCluster:
      identity_.cluster->block_arrived();
      break;
    case GroupScope::kGrid:
      identity_.grid->block_arrived();
      if (barrier.phase != phase_of(scope)) release(scope);
  }
}

/// What was done before a barrier that is complete comes before what is done after it. Where threads have
/// arrived and do not wait yet, that is not all that was done so far.
void GroupBarriers::order(GroupScope scope) {
  if (!settings().check_shared) return;
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
    observers_.shared.barrier();
    observers_.copies.barrier();
    return;
  }
  const auto which = static_cast<unsigned>(scope);
  const std::uint32_t phase = of(scope).phase;
  for (const unsigned thread : at_once) observers_.shared.check().arrive(which, phase, thread);
  for (const unsigned thread : at_once) observers_.shared.check().pass(which, phase, thread);
}

void GroupBarriers::release(GroupScope scope) {
  using State = Scheduler::State;
  if (scheduler_.state() == State::kFinished || scheduler_.state() == State::kFailed) return;
  order(scope);
  of(scope) = {phase_of(scope), 0, false};
  if (observers_.global.watches()) observers_.global.check_all_lanes();
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
      observers_.records.begin_warp(w);
    } else if (released == (warp.all & ~warp.finished)) {
      observers_.records.replay_warp(w);
    }
    warp.at_group &= ~released;
    warp.ready |= released;
    threads_.runnable |= 1u << w;
  }
  if (scope != GroupScope::kBlock) observers_.shared.start().released(waiting);
  if (scope == GroupScope::kBlock || waiting == threads_.live)
    observers_.shared.start().block_met();
  observers_.records.barrier(scope == GroupScope::kBlock     ? "block"
                             : scope == GroupScope::kCluster ? "cluster"
                                                             : "grid");
  observers_.global.check().barrier();
  if (!observers_.global.watches()) return;
  if (scope == GroupScope::kCluster) observers_.global.check().cluster_met();
  if (scope == GroupScope::kGrid) observers_.global.check().grid_met();
}

/// Releases who waits for a barrier that other OS threads have completed.
bool GroupBarriers::release_passed() {
  if (of(GroupScope::kGrid).phase == phase_of(GroupScope::kGrid)) {
    return false;
  }
  release(GroupScope::kGrid);
  return threads_.runnable != 0;
}

/// Whether the threads that wait can be released by another block. Until then the block's events
/// are counted, and their buffers given to those that run.
bool GroupBarriers::waits_for_other_blocks() {
  const bool announced = of(GroupScope::kCluster).announced || of(GroupScope::kGrid).announced;
  bool waits = false;
  for (unsigned w = 0; w < threads_.warp_count; ++w) {
    Warp& warp = threads_.warps[w];
    if (warp.at_group == 0) continue;
    waits = announced;
    if (warp.at_group == (warp.all & ~warp.finished) && warp.events != nullptr) {
      observers_.records.replay_warp(w);
      observers_.records.end_warp(w);
    }
  }
  return waits;
}

void GroupBarriers::thread_finished() {
  for (unsigned scope = 0; scope < kGroupScopes; ++scope) {
    if (barriers_[scope].arrived == threads_.live) announce_arrival(static_cast<GroupScope>(scope));
  }
}

std::uint64_t GroupBarriers::hash(std::uint64_t seed) const {
  for (const GroupBarrier& barrier : barriers_) {
    seed = hash_bytes(seed, &barrier.arrived, sizeof barrier.arrived);
  }
  return seed;
}

}  // namespace simt
