#include "execution/block/group_barriers.h"

#include "simt/groups.h"

#include <bit>
#include <vector>

#include "base/bits.h"
#include "base/hash.h"
#include "execution/block/cluster.h"
#include "execution/block/scheduler_inline.h"
#include "execution/threads/running_thread.h"

namespace simt {

GroupBarriers::GroupBarriers(Scheduler& scheduler, const BlockIdentity& identity)
    : scheduler_(scheduler), identity_(identity) {}

void GroupBarriers::begin_block() {
  for (const GroupScope scope : kGroupScopes) of(scope) = {phase_of(scope), 0, false};
}

std::uint32_t GroupBarriers::phase_of(GroupScope scope) const {
  switch (scope) {
    case GroupScope::kCluster:
      return cluster_of(identity_).phase();
    case GroupScope::kGrid:
      return identity_.grid->phase.load();
    default:
      return block_phase_;
  }
}

void GroupBarriers::arrive(GroupScope scope, const void* site) {
  BlockThreads& threads = scheduler_.threads();
  if (worker().recorder.cursor != nullptr) scheduler_.watch().settle();
  const Unrecorded unrecorded;
  if (scope == GroupScope::kGrid && !identity_.grid->config.cooperative) {
    stop_kernel(cudaErrorLaunchFailure,
                "a barrier of the whole grid in a launch that is not cooperative", site,
                "launch the kernel with cudaLaunchCooperativeKernel");
  }
  Lane& lane = threads.current_lane();
  if (lane.wait_pending.has(scope)) {
    stop_kernel(cudaErrorLaunchFailure,
                "a thread arrives at a barrier a second time without waiting", site,
                "every barrier_arrive() needs a barrier_wait() before the next one");
  }
  GroupBarrier& barrier = of(scope);
  if (barrier.phase != phase_of(scope)) release(scope);
  if (scope != GroupScope::kBlock) ++lane.barriers_arrived;
  const bool waits_at_once = (threads.current_warp().at_group & threads.current_bit()) != 0;
  if (!waits_at_once) scheduler_.watch().group_arrives(scope, barrier.phase);
  lane.arrived.add(scope);
  lane.wait_pending.add(scope);
  if (++barrier.arrived == threads.live) announce_arrival(scope);
}

void GroupBarriers::wait(GroupScope scope, const void* site) {
  BlockThreads& threads = scheduler_.threads();
  Lane& lane = threads.current_lane();
  if (!lane.wait_pending.has(scope)) {
    stop_kernel(cudaErrorLaunchFailure, "a thread waits at a barrier where it has not arrived",
                site, "every barrier_wait() needs a barrier_arrive() of the same thread before it");
  }
  lane.wait_pending.remove(scope);
  if (!lane.arrived.has(scope)) {  // the others have all arrived
    scheduler_.watch().group_is_complete(scope);
    if (scheduler_.is_tick_due()) [[unlikely]]
      scheduler_.yield(site);
    pass_split_barrier(scope);
    return;
  }
  scheduler_.suspend(site);
  lane.in_split_barrier = true;
  lane.group = scope;
  threads.current_warp().at_group |= threads.current_bit();
  if (of(scope).phase != phase_of(scope)) release(scope);
  scheduler_.wait();
  pass_split_barrier(scope);
}

/// The running thread has passed a barrier at which it had arrived before.
void GroupBarriers::pass_split_barrier(GroupScope scope) {
  BlockThreads& threads = scheduler_.threads();
  if (scope != GroupScope::kBlock) ++threads.current_lane().barriers_passed;
  scheduler_.watch().group_passed(scope, of(scope).phase - 1);
}

void GroupBarriers::sync(GroupScope scope, const void* site) {
  BlockThreads& threads = scheduler_.threads();
  scheduler_.suspend(site);
  threads.current_lane().in_split_barrier = false;
  threads.current_lane().group = scope;
  threads.current_warp().at_group |= threads.current_bit();
  arrive(scope, site);
  threads.current_lane().wait_pending.remove(scope);
  if ((threads.current_warp().ready & threads.current_bit()) != 0) scheduler_.tick(site);
  scheduler_.wait();
  if (scope != GroupScope::kBlock) ++threads.current_lane().barriers_passed;
}

/// All live threads of the block have arrived.
void GroupBarriers::announce_arrival(GroupScope scope) {
  GroupBarrier& barrier = of(scope);
  if (barrier.announced) return;
  barrier.announced = true;
  scheduler_.watch().all_arrive();
  switch (scope) {
    case GroupScope::kBlock:
      ++block_phase_;
      release(scope);
      break;
    case GroupScope::kCluster:
      cluster_of(identity_).block_arrived();
      break;
    case GroupScope::kGrid:
      identity_.grid->block_arrived();
      if (barrier.phase != phase_of(scope)) release(scope);
  }
}

/// Orders what threads did before a completed barrier before what they do after it. If some have arrived and do not
/// wait yet, what these did after their arrival is not ordered.
void GroupBarriers::order(GroupScope scope) {
  const BlockThreads& threads = scheduler_.threads();
  std::vector<unsigned> at_once;
  unsigned waiting = 0;
  for (unsigned thread = 0; thread < threads.count; ++thread) {
    const Lane& lane = threads.lanes[thread];
    if (!threads.is_in(&Warp::at_group, thread) || lane.group != scope) continue;
    ++waiting;
    if (!lane.in_split_barrier) at_once.push_back(thread);
  }
  scheduler_.watch().group_completes(scope, of(scope).phase, waiting, at_once);
}

void GroupBarriers::release(GroupScope scope) {
  BlockThreads& threads = scheduler_.threads();
  using State = Scheduler::State;
  if (scheduler_.state() == State::kFinished || scheduler_.state() == State::kFailed) return;
  order(scope);
  of(scope) = {phase_of(scope), 0, false};
  unsigned waiting = 0;
  for (unsigned w = 0; w < threads.warp_count; ++w) {
    Warp& warp = threads.warps[w];
    std::uint32_t released = 0;
    for (const unsigned i : set_bits(warp.live() & ~warp.unstarted)) {
      Lane& lane = threads.lanes[w * kWarpLanes + i];
      lane.arrived.remove(scope);
      if ((warp.at_group >> i & 1) == 0 || lane.group != scope) continue;
      released |= 1u << i;
      if (scope != GroupScope::kBlock) lane.knows_cluster_started = true;
    }
    if (released == 0) continue;
    waiting += static_cast<unsigned>(std::popcount(released));
    if (warp.events == nullptr) {
      scheduler_.watch().begin_warp(w);
    } else if (released == warp.live()) {
      scheduler_.watch().converge(w);
    }
    warp.at_group &= ~released;
    threads.make_ready(w, released);
  }
  scheduler_.watch().group_barrier(scope, waiting);
}

bool GroupBarriers::release_passed() {
  BlockThreads& threads = scheduler_.threads();
  if (of(GroupScope::kGrid).phase == phase_of(GroupScope::kGrid)) {
    return false;
  }
  release(GroupScope::kGrid);
  return threads.runnable != 0;
}

bool GroupBarriers::waits_for_other_blocks() {
  BlockThreads& threads = scheduler_.threads();
  const bool announced = of(GroupScope::kCluster).announced || of(GroupScope::kGrid).announced;
  bool waits = false;
  for (unsigned w = 0; w < threads.warp_count; ++w) {
    Warp& warp = threads.warps[w];
    if (warp.at_group == 0) continue;
    waits = announced;
    if (warp.at_group == warp.live() && warp.events != nullptr) {
      scheduler_.watch().wait_for_blocks(w);
    }
  }
  return waits;
}

void GroupBarriers::thread_finished() {
  BlockThreads& threads = scheduler_.threads();
  for (const GroupScope scope : kGroupScopes) {
    if (of(scope).arrived == threads.live) announce_arrival(scope);
  }
}

std::uint64_t GroupBarriers::hash(std::uint64_t seed) const {
  for (const GroupScope scope : kGroupScopes) {
    const GroupBarrier& barrier = of(scope);
    // Phases are only compared: their number says nothing.
    const bool is_behind = barrier.phase != phase_of(scope);
    const std::uint32_t state[] = {barrier.arrived, barrier.announced, is_behind};
    seed = hash_bytes(seed, state, sizeof state);
  }
  return seed;
}

}  // namespace simt
