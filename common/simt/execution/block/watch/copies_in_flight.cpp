#include "execution/block/watch/copies_in_flight.h"

#include <vector>

#include "base/address_map.h"
#include "execution/block/watch/block_watch.h"
#include "execution/reports/bulk_reports.h"
#include "execution/reports/shared_reports.h"
#include "execution/threads/cluster_blocks.h"
#include "execution/threads/running_thread.h"

namespace simt {
namespace {

/// The address under which the check of shared memory keeps the release of a phase: a byte of the counter that is
/// not used as a flag otherwise.
std::uintptr_t flag_of(const CounterPhase& phase) { return phase.counter + phase.number % 2; }

}  // namespace

CopiesInFlight::CopiesInFlight(const BlockThreads& threads, const BlockIdentity& identity,
                               BlockWatch& watch)
    : threads_(threads),
      identity_(identity),
      watch_(watch),
      copies_(identity.shared_base, watch.shared.check()) {}

void CopiesInFlight::begin(void* to, const void* from, unsigned bytes, const void* site,
                           const CounterPhase& phase) {
  if (!watch_.shared.is_on()) return;
  // Only the block's own counters tell it when a copy is complete.
  if (phase.counter != 0 && phase.counter - identity_.shared_base >= kSharedWindow) return;
  const Unrecorded unrecorded;
  copies_.add({unmapped(reinterpret_cast<std::uintptr_t>(to)),
               reinterpret_cast<std::uintptr_t>(from), site, threads_.current, bytes},
              phase);
  // The phase comes after it even if the thread has arrived before.
  if (is_flag(phase)) {
    watch_.shared.check().release(flag_of(phase), threads_.current, false, true);
  }
}

void CopiesInFlight::commit() {
  if (!watch_.shared.is_on()) return;
  const Unrecorded unrecorded;
  copies_.commit(threads_.current);
}

void CopiesInFlight::wait_prior(unsigned count) {
  if (!watch_.shared.is_on()) return;
  std::vector<AsyncStore> completed;
  {
    const Unrecorded unrecorded;
    copies_.complete_batches(threads_.current, count, completed);
  }
  // The completion is visible to this thread only.
  for (const AsyncStore& store : completed) {
    watch_.shared.access<Op::kStore>(store.to, store.bytes, store.pc, true, ReadKind::kNumber);
  }
}

void CopiesInFlight::begin_bulk(const std::vector<AsyncStore>& rows, const CounterPhase& phase) {
  if (!watch_.shared.is_on()) return;
  const Unrecorded unrecorded;
  for (const AsyncStore& row : rows) copies_.add(row, phase);
  // The phase comes after what the thread has done so far.
  if (phase.counter != 0 && is_flag(phase)) {
    watch_.shared.check().release(flag_of(phase), threads_.current, false, true);
  }
}

void CopiesInFlight::commit_bulk(unsigned kind) {
  if (!watch_.shared.is_on()) return;
  const Unrecorded unrecorded;
  copies_.commit(threads_.current, kind);
}

void CopiesInFlight::wait_bulk(unsigned count, unsigned kind) {
  if (!watch_.shared.is_on()) return;
  const Unrecorded unrecorded;
  std::vector<AsyncStore> completed;
  copies_.complete_batches(threads_.current, count, completed, kind);
  // They have read until now, as far as others know.
  for (const AsyncStore& row : completed) {
    for (unsigned done = 0; done < row.bytes; done += 16) {
      watch_.shared.access<Op::kLoad>(row.to + done, 16, row.pc, true, ReadKind::kNone);
    }
  }
}

void CopiesInFlight::end() {
  const AsyncStore* const row = copies_.any_in_batches(kBulkGroup.number);
  if (row == nullptr) return;
  stop_kernel_with([&] {
    return copy_at_end_report({Op::kLoad, row->pc, identity_.place_of(threads_, row->thread)});
  });
}

bool CopiesInFlight::check(std::uintptr_t address, Access access, const void* site) {
  ClusterBlocks& cluster = *identity_.cluster;
  const unsigned owner = cluster.owner_of(address);
  if (owner == cluster.size()) return false;
  const ClusterBlock& other = cluster.block(owner);
  const bool is_remote = owner != identity_.rank;
  const AsyncCopies::Conflict conflict = other.watch.copies.copies_.find_conflict(
      address, access.bytes(), threads_.current, is_remote, access.op() == Op::kLoad);
  if (!conflict.is_valid) return false;
  if (conflict.store != nullptr) {
    const bool has_passed_other =
        !is_remote && watch_.bulk.has_passed_other(conflict.phase, threads_.current);
    stop_kernel_with([&] {
      const CopyInFlight copy{{conflict.store->is_source ? Op::kLoad : Op::kStore,
                               conflict.store->pc, other.place_of(conflict.store->thread)},
                              conflict.in_batch,
                              conflict.phase == kProducts,
                              has_passed_other};
      return copy_in_flight_report(cluster.shared().position_text(address),
                                   {access.op(), site, running_thread()}, copy);
    });
  }
  return true;
}

void CopiesInFlight::check_pending_source(std::uintptr_t address, Access access, const void* site) {
  const Unrecorded unrecorded;
  const AsyncCopies::Conflict conflict = copies_.find_source_conflict(address, access.bytes());
  if (conflict.store == nullptr) return;
  stop_kernel_with([&] {
    return source_in_flight_report(
        {access.op(), site, running_thread()},
        {Op::kLoad, conflict.store->pc, identity_.place_of(threads_, conflict.store->thread)},
        conflict.in_batch);
  });
}

bool CopiesInFlight::is_flag(const CounterPhase& phase) const {
  return watch_.shared.is_on() && phase.counter - identity_.shared_base < kSharedWindow &&
         !watch_.shared.is_clustered();
}

void CopiesInFlight::counter_arrives(const CounterPhase& phase) {
  if (!is_flag(phase)) return;
  const Unrecorded unrecorded;
  watch_.shared.check().release(flag_of(phase), threads_.current, false, true);
}

void CopiesInFlight::counter_completes(const CounterPhase& phase) {
  if (!watch_.shared.is_on()) return;
  const Unrecorded unrecorded;
  if (is_flag(phase)) watch_.shared.check().acquire(flag_of(phase), threads_.current, true);
  // The counter may be another block's of the cluster, whose copies it completes.
  const ClusterBlocks& cluster = *identity_.cluster;
  const unsigned owner = cluster.owner_of(phase.counter);
  (owner == cluster.size() ? *this : cluster.block(owner).watch.copies).copies_.complete(phase);
}

void CopiesInFlight::counter_advances(const CounterPhase& phase) {
  const bool as_barrier = !is_flag(phase);
  if (!as_barrier) counter_arrives(phase);  // passes on what the completion function has done
  watch_.end_interval(as_barrier);
}

void CopiesInFlight::counter_passed(const CounterPhase& phase) {
  if (!watch_.shared.is_on()) return;
  const Unrecorded unrecorded;
  if (is_flag(phase)) watch_.shared.check().acquire(flag_of(phase), threads_.current, true);
  copies_.pass(phase, threads_.current);
}

}  // namespace simt
