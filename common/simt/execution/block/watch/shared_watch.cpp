#include "execution/block/watch/shared_watch.h"

#include <algorithm>
#include <type_traits>

#include "base/address_map.h"
#include "base/symbols.h"
#include "execution/block/watch/block_watch.h"
#include "execution/grid/grid.h"
#include "execution/reports/shared_reports.h"
#include "execution/threads/cluster_blocks.h"
#include "execution/threads/running_thread.h"
#include "races/cas_reads.h"

namespace simt {

SharedWatch::SharedWatch(BlockThreads& threads, const BlockIdentity& identity)
    : threads_(threads),
      identity_(identity),
      check_(
          identity.shared_base,
          [&identity](std::uintptr_t address) { return identity.elements_at(address); },
          [](const void* pc) {
            const Unrecorded unrecorded;
            return is_in_copy_function(pc);
          }),
      cluster_check_(identity.shared_base, check_.cas_reads()) {}

void SharedWatch::begin_block() {
  start_.begin_block();
  end_.begin_block();
  barriers_passed_ = 0;
  cluster_check_.begin_block(identity_.rank, identity_.cluster->size());
  check_.begin_block(threads_.count, is_on() && !cluster_check_.is_needed() && stores_ == nullptr);
}

void SharedWatch::watch_store(std::uintptr_t address, unsigned bytes, const void* site) {
  const Unrecorded unrecorded;
  if (!identity_.is_remote(address)) stores_->store(address, bytes, threads_.current, site);
}

/// An access to another block's shared memory: right in a cluster, as long as that block lives.
void SharedWatch::check_remote_use(std::uintptr_t address, Op op, const void* site) {
  identity_.cluster->check_owner(address, site);
  const unsigned owner = identity_.cluster->owner_of(address);
  const ClusterBlock& other = identity_.cluster->block(owner);
  if (other.has_finished()) {
    stop_kernel_with([&] { return late_access_report(owner, {op, site, running_thread()}); });
  }
  if (!is_on()) return;
  start_.use(owner, op, site);
  other.watch.shared.end_.use(
      {identity_.rank, threads_.current, threads_.current_lane().barriers_arrived, op, site});
}

SharedUse SharedWatch::use_of(Op op, SharedStrength strength) const {
  switch (strength) {
    case SharedStrength::kPlain:
      return op == Op::kLoad ? SharedUse::kRead : SharedUse::kWrite;
    case SharedStrength::kVolatile:
      return op == Op::kLoad ? SharedUse::kStrongRead : check_.volatile_store(threads_.current);
    default:
      return op == Op::kLoad ? SharedUse::kStrongRead : SharedUse::kUpdate;
  }
}

/// An access in a cluster of several blocks, to the memory of any of them.
void SharedWatch::cluster_access(std::uintptr_t address, unsigned bytes, Op op,
                                 SharedStrength strength, const void* site, bool is_first,
                                 ReadKind kind) {
  if (identity_.is_remote(address)) check_remote_use(address, op, site);
  if (!is_on()) return;
  const ClusterBlocks& cluster = *identity_.cluster;
  SharedWatch& owner = cluster.block(cluster.owner_of(address)).watch.shared;
  const SharedUse use = use_of(op, strength);
  const auto check = [&](auto&& races_now, const auto& races) {
    const bool are_own_threads = std::is_same_v<decltype(races), const SharedCheck&>;
    const SharedWatch& whose = are_own_threads ? *this : owner;
    if (races_now()) fail_race(whose.identity_, whose.threads_, races.race());
  };
  if (is_first) {
    check([&] { return check_.last_write_races(); }, check_);
    check([&] { return owner.cluster_check_.last_write_races(); }, owner.cluster_check_);
  }
  if (&owner == this) {
    check([&] { return check_.access(address, bytes, use, op, threads_.current, site, kind); },
          check_);
  }
  if (&owner != this) {
    const auto self = ClusterThread::of_other(identity_.rank, threads_.current);
    owner.check_.access_by_remote(address, bytes, {self, op, site}, kind);
    check(
        [&] {
          return check_.access_remote(owner.identity_.rank, owner.identity_.shared_base, address,
                                      bytes, use, op, threads_.current, site);
        },
        check_);
  }
  const Lane& lane = threads_.current_lane();
  const ClusterUser user{identity_.rank, threads_.current, lane.barriers_arrived,
                         std::max(lane.barriers_passed, barriers_passed_)};
  check([&] { return owner.cluster_check_.access(address, bytes, use, op, user, site); },
        owner.cluster_check_);
}

void SharedWatch::strong_access(std::uintptr_t address, unsigned bytes, Op op,
                                SharedStrength strength, const void* site, bool is_first,
                                ReadKind kind) {
  if (identity_.is_remote(address) || cluster_check_.is_needed()) {
    cluster_access(address, bytes, op, strength, site, is_first, kind);
  } else if (is_on() && ((is_first && check_.last_write_races()) ||
                         check_.access(address, bytes, use_of(op, strength), op, threads_.current,
                                       site, kind))) {
    fail_race(identity_, threads_, check_.race());
  }
}

void SharedWatch::check_aggregate(std::uintptr_t address, std::size_t bytes, const void* site) {
  address = unmapped(address);
  const ClusterBlocks& cluster = *identity_.cluster;
  const unsigned owner = identity_.is_remote(address) ? cluster.owner_of(address) : identity_.rank;
  if (owner == cluster.size()) return;
  const ClusterThread self = owner == identity_.rank
                                 ? ClusterThread(threads_.current)
                                 : ClusterThread::of_other(identity_.rank, threads_.current);
  cluster.block(owner).watch.shared.check_.check_aggregate(address, bytes, self, site);
}

bool SharedWatch::orders() const {
  return is_on() && (identity_.cluster->shared().static_bytes() > 0 ||
                     identity_.grid->config.shared_bytes > 0);
}

void SharedWatch::release(std::uintptr_t address, bool is_store, bool has_order) {
  if (!orders()) return;
  const Unrecorded unrecorded;
  check_.release(address, threads_.current, is_store, has_order);
  if (is_any_shared(address) && identity_.is_remote(address) &&
      (has_order || check_.has_fenced(threads_.current))) {
    const ClusterBlocks& cluster = *identity_.cluster;
    cluster.block(cluster.owner_of(address)).watch.shared.end_.release(address, identity_.rank);
  }
}

void SharedWatch::acquire(std::uintptr_t address, bool has_order) {
  if (!orders()) return;
  const Unrecorded unrecorded;
  check_.acquire(address, threads_.current, has_order);
  end_.acquire(address);
}

void SharedWatch::record_cas(std::uintptr_t address, unsigned bytes) {
  if (!is_on()) return;
  const ClusterBlocks& cluster = *identity_.cluster;
  const unsigned owner = cluster.owner_of(address);
  if (owner == cluster.size()) return;
  // In its whole buffer: tables in shared memory are small, so that few of these operations look far.
  const TraceEvent* const begin = threads_.events_of(threads_.current);
  for_each_verified_read(begin, worker().recorder.cursor, address, bytes, [&](const void* pc) {
    const Unrecorded unrecorded;
    cluster.block(owner).watch.shared.check_.add_cas_read(pc);
    if (owner != identity_.rank) check_.add_cas_read(pc);
  });
}

void SharedWatch::check_interval() {
  if (check_.deferred_read_races()) fail_race(identity_, threads_, check_.race());
  if (cluster_check_.last_write_races()) fail_race(identity_, threads_, cluster_check_.race());
}

void SharedWatch::check_unwritten() {
  const RaceAccess& read = check_.unwritten();
  if (read.pc == nullptr) return;
  stop_kernel_with([&] {
    return unwritten_shared_report(
        identity_.cluster->shared().position_text(check_.unwritten_address()),
        {read.op, read.pc, identity_.place_of(threads_, read.thread)});
  });
}

void SharedWatch::barrier() { check_.barrier(); }

void SharedWatch::share_barriers_passed() {
  for (unsigned thread = 0; thread < threads_.count; ++thread) {
    if (threads_.has_started(thread)) {
      barriers_passed_ = std::max(barriers_passed_, threads_.lanes[thread].barriers_passed);
    }
  }
}

void SharedWatch::clear_cluster() {
  if (!cluster_check_.is_needed()) return;
  for (unsigned rank = 0; rank < identity_.cluster->size(); ++rank) {
    SharedWatch& member = identity_.cluster->block(rank).watch.shared;
    member.cluster_check_.clear();
    member.end_.clear();
  }
}

/// The block ends, and its shared memory with it.
void SharedWatch::end() {
  check_interval();
  check_unwritten();
  if (!cluster_check_.is_needed()) return;
  share_barriers_passed();
  const RemoteUse* const late = end_.find_late(barriers_passed_);
  if (late == nullptr) return;
  const ClusterBlock& user = identity_.cluster->block(late->rank);
  stop_kernel_with([&] {
    return late_access_report(identity_.rank, {late->op, late->pc, user.place_of(late->thread)});
  });
}

void SharedWatch::fail_race(const BlockIdentity& owner, const BlockThreads& threads,
                            const Race& race) {
  const RaceAccess &earlier = race.earlier, &later = race.later;
  stop_kernel_with([&] {
    return shared_race_report(owner.cluster->shared().position_text(race.address),
                              {earlier.op, earlier.pc, owner.place_of(threads, earlier.thread)},
                              {later.op, later.pc, owner.place_of(threads, later.thread)},
                              earlier.thread.is_of_other() || later.thread.is_of_other());
  });
}

void SharedWatch::fail_early_access() const {
  const EarlyAccess& early = start_.early_access();
  stop_kernel_with([&] {
    return early_access_report(early.owner,
                               {early.op, early.pc, identity_.place_of(threads_, early.thread)});
  });
}

}  // namespace simt
