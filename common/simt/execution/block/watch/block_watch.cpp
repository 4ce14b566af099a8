#include "execution/block/watch/block_watch.h"

#include "base/address_map.h"
#include "base/settings.h"
#include "base/trace_event.h"
#include "execution/grid/grid.h"
#include "memory/written.h"
#include "races/global_shadow.h"

namespace simt {
namespace {

BarrierKind kind_of(GroupScope scope) {
  switch (scope) {
    case GroupScope::kCluster:
      return BarrierKind::kCluster;
    case GroupScope::kGrid:
      return BarrierKind::kGrid;
    default:
      return BarrierKind::kBlock;
  }
}

}  // namespace

BlockWatch::BlockWatch(BlockThreads& threads, EventPool& events, const BlockIdentity& identity)
    : shared(threads, identity),
      copies(threads, identity, *this),
      bulk(threads, identity, *this),
      warpgroups(threads, identity),
      global(threads, identity, *this),
      records(threads, events, global.check()),
      threads_(threads),
      identity_(identity) {}

void BlockWatch::begin_grid() {
  records.begin_grid();
  shared.begin_grid();
}

void BlockWatch::begin_block(Grid& grid, bool is_traced) {
  ClusterTrace* const trace = is_traced ? grid.results.trace.get() : nullptr;
  const bool keeps_samples = identity_.number == 0 && !settings().picture_folder.empty();
  records.begin_block({grid.config, identity_.number, identity_.rank, identity_.shared_base, trace,
                       grid.watched_launch, grid.findings, identity_.order, grid.device},
                      keeps_samples);
  shared.watch_stores(proxy_fences_are_needed() ? &bulk.fences : nullptr);
  shared.begin_block();
  global.begin_block();
  copies.begin_block();
  bulk.begin_block();
  warpgroups.begin_block();
}

void BlockWatch::end_grid(Grid& grid) { records.end_grid(grid); }

void BlockWatch::wait_for_blocks(unsigned warp) {
  records.replay_warp(warp);
  records.end_warp(warp);
}

void BlockWatch::sync_warps(std::uint32_t warps) {
  if (shared.is_on()) shared.check().sync_warps(warps);
  if (global.watches()) global.sync_warps(warps);
  records.barrier(BarrierKind::kPart);
}

void BlockWatch::barrier() {
  shared.check_interval();
  shared.check_unwritten();
  shared.start().block_barrier();
  if (shared.is_clustered()) shared.share_barriers_passed();
  shared.barrier();
  copies.barrier();
  global.check().barrier();
  records.barrier(BarrierKind::kBlock);
}

void BlockWatch::all_arrive() {
  shared.check_interval();
  if (global.watches()) global.check_all_lanes();
}

void BlockWatch::group_arrives(GroupScope scope, std::uint32_t phase) {
  if (!shared.is_on()) return;
  shared.check().arrive(static_cast<unsigned>(scope), phase, threads_.current);
}

void BlockWatch::group_completes(GroupScope scope, std::uint32_t phase, unsigned waiting,
                                 const std::vector<unsigned>& at_once) {
  if (shared.is_on()) {
    const auto which = static_cast<unsigned>(scope);
    if (waiting == threads_.live) {
      shared.barrier();
      copies.barrier();
    } else {  // what the others have done after their arrival is not ordered
      for (const unsigned thread : at_once) shared.check().arrive(which, phase, thread);
      for (const unsigned thread : at_once) shared.check().pass(which, phase, thread);
    }
  }
  if (global.watches()) global.check_all_lanes();
}

void BlockWatch::group_barrier(GroupScope scope, unsigned waiting) {
  if (scope != GroupScope::kBlock) shared.start().released(waiting);
  if (scope == GroupScope::kBlock || waiting == threads_.live) shared.start().block_barrier();
  records.barrier(kind_of(scope));
  global.check().barrier();
  if (!global.watches()) return;
  if (scope == GroupScope::kCluster) global.check().cluster_barrier();
  if (scope == GroupScope::kGrid) global.check().grid_barrier();
}

void BlockWatch::group_passed(GroupScope scope, std::uint32_t phase) {
  if (!shared.is_on()) return;
  const Unrecorded unrecorded;
  shared.check().pass(static_cast<unsigned>(scope), phase, threads_.current);
}

void BlockWatch::group_is_complete(GroupScope scope) {
  if (scope != GroupScope::kBlock) shared.start().current_knows();
}

void BlockWatch::check_cluster_start() const {
  if (shared.early_access().pc != nullptr) shared.fail_early_access();
}

void BlockWatch::named_barrier_arrives(const CounterPhase& phase) {
  settle();
  copies.counter_arrives(phase);
}

void BlockWatch::named_barrier(const CounterPhase& phase) {
  const Unrecorded unrecorded;
  copies.counter_completes(phase);
  copies.counter_arrives(phase);
  end_interval_of_all(!copies.is_flag(phase));
}

void BlockWatch::end_interval(bool shared_too) {
  global.settle();
  const Unrecorded unrecorded;
  end_interval_of_all(shared_too);
}

/// The same, where the running thread's cursor is already stored.
void BlockWatch::end_interval_of_all(bool shared_too) {
  if (global.watches()) global.check_all_lanes();
  if (shared_too) {
    shared.check_interval();
    shared.barrier();
    copies.barrier();
  }
  shared.clear_cluster();  // the object may be the cluster's
  records.barrier(BarrierKind::kPart);
  global.check().barrier();
}

void BlockWatch::end() {
  records.end();
  shared.end();
  bulk.end();
  warpgroups.end();
  copies.end();
}

void BlockWatch::fence(Scope scope) {
  if (global.watches() && worker().recorder.cursor != nullptr) global.fence(scope);
  const Unrecorded unrecorded;
  shared.fence();
}

void BlockWatch::fence_before_release(Scope scope) {
  if (global.watches()) global.fence(scope);
}

void BlockWatch::before_atomic(AtomicEvent& atomic, const void* site) {
  const bool is_global = !is_any_shared(atomic.address);
  if (atomic.swaps && is_global) {
    global.record_cas(atomic.address, atomic.bytes, identity_.grid->checks.cas_reads);
  }
  if (!global.watches() || (!is_global && !global.orders_inside())) return;
  atomic.is_ordered = true;
  global.release(atomic.address, atomic.scope);
  if (!is_global) return;
  copies.check_source(atomic.address, Access(Op::kAtomic, Space::kGlobal, atomic.bytes), site);
  // The modification order: the lock keeps other operations on the unit out until this one has happened.
  atomic.unit = &unit_of(atomic.address);
  UnitLock::lock(*atomic.unit);
  worker().recorder.cursor[-1].address |= std::uint64_t{++atomic.unit->modification} << kHashShift;
}

void BlockWatch::after_atomic(const AtomicEvent& atomic) {
  if (atomic.unit != nullptr) UnitLock::unlock(*atomic.unit);
  if (atomic.is_ordered) global.acquire(atomic.address, worker().recorder.cursor, atomic.scope);
  shared.acquire(atomic.address, atomic.acquires);
  if (atomic.writes) shared.release(atomic.address, false, atomic.releases);
}

void BlockWatch::check_aggregate_written(std::uintptr_t address, std::size_t bytes,
                                         const void* site) {
  if (bytes == 0) return;
  if (address - kGlobalBase < kGlobalBytes) {
    if (global_words_are_written(address, 1)) return;  // the common case
    if (!written_part(address, bytes).some) global.record_unwritten(address, Op::kLoad, site);
  } else if (is_any_shared(address)) {
    shared.check_aggregate(address, bytes, site);
  }
}

}  // namespace simt
