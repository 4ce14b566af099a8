#include "execution/block/watch/observers.h"

#include "base/address_map.h"
#include "base/settings.h"
#include "base/trace_event.h"
#include "execution/grid/grid.h"
#include "memory/written.h"

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

Observers::Observers(BlockThreads& threads, EventPool& events, const BlockIdentity& identity,
                     Polls& polls)
    : shared(threads, identity),
      copies(threads, identity, *this),
      bulk(threads, identity, *this),
      global(threads, identity, polls, *this),
      records(threads, events, global.check()),
      threads_(threads),
      identity_(identity) {}

void Observers::begin_grid() {
  records.begin_grid();
  shared.begin_grid();
}

void Observers::begin_block(const Grid& grid, bool is_traced) {
  ClusterTrace* const trace = is_traced ? grid.results.trace.get() : nullptr;
  const bool keeps_samples = identity_.number == 0 && !settings().picture_folder.empty();
  records.begin_block({grid.config, identity_.number, identity_.rank, identity_.shared_base, trace,
                       grid.watched_launch},
                      keeps_samples);
  shared.watch_stores(proxy_fences_are_needed() ? &bulk.fences : nullptr);
  shared.begin_block();
  global.begin_block();
  copies.begin_block();
  bulk.begin_block();
}

void Observers::end_grid(Grid& grid) { records.end_grid(grid); }

void Observers::wait_for_blocks(unsigned warp) {
  records.replay_warp(warp);
  records.end_warp(warp);
}

void Observers::sync_warps(std::uint32_t warps) {
  if (settings().check_shared) shared.check().sync_warps(warps);
  if (global.watches()) global.sync_warps(warps);
  records.barrier(BarrierKind::kPart);
}

void Observers::barrier() {
  shared.check_interval();
  shared.check_unwritten();
  shared.start().block_barrier();
  if (shared.is_clustered()) shared.share_barriers_passed();
  shared.barrier();
  copies.barrier();
  global.check().barrier();
  records.barrier(BarrierKind::kBlock);
}

void Observers::all_arrive() {
  shared.check_interval();
  if (global.watches()) global.check_all_lanes();
}

void Observers::group_arrives(GroupScope scope, std::uint32_t phase) {
  if (!settings().check_shared) return;
  shared.check().arrive(static_cast<unsigned>(scope), phase, threads_.current);
}

void Observers::group_completes(GroupScope scope, std::uint32_t phase, unsigned waiting,
                                const std::vector<unsigned>& at_once) {
  if (settings().check_shared) {
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

void Observers::group_barrier(GroupScope scope, unsigned waiting) {
  if (scope != GroupScope::kBlock) shared.start().released(waiting);
  if (scope == GroupScope::kBlock || waiting == threads_.live) shared.start().block_barrier();
  records.barrier(kind_of(scope));
  global.check().barrier();
  if (!global.watches()) return;
  if (scope == GroupScope::kCluster) global.check().cluster_barrier();
  if (scope == GroupScope::kGrid) global.check().grid_barrier();
}

void Observers::group_passed(GroupScope scope, std::uint32_t phase) {
  if (!settings().check_shared) return;
  const Unrecorded unrecorded;
  shared.check().pass(static_cast<unsigned>(scope), phase, threads_.current);
}

void Observers::group_is_complete(GroupScope scope) {
  if (scope != GroupScope::kBlock) shared.start().current_knows();
}

void Observers::check_cluster_start() const {
  if (shared.early_access().pc != nullptr) shared.fail_early_access();
}

void Observers::named_barrier_arrives(const CounterPhase& phase) {
  settle();
  copies.counter_arrives(phase);
}

void Observers::named_barrier(const CounterPhase& phase) {
  const Unrecorded unrecorded;
  copies.counter_completes(phase);
  copies.counter_arrives(phase);
  end_interval_of_all(!copies.is_flag(phase));
}

void Observers::end_interval(bool shared_too) {
  global.settle();
  const Unrecorded unrecorded;
  end_interval_of_all(shared_too);
}

/// The same, where the running thread's cursor is already stored.
void Observers::end_interval_of_all(bool shared_too) {
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

void Observers::end() {
  records.end();
  shared.end();
  bulk.end();
  copies.end();
}

void Observers::check_aggregate_written(std::uintptr_t address, std::size_t bytes,
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
