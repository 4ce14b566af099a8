#include <algorithm>
#include <cstring>
#include <type_traits>

#include "base/address_map.h"
#include "base/device.h"
#include "execution/block/block.h"
#include "execution/reports/shared_reports.h"

namespace simt {
void set_shared_valid(std::uintptr_t address, std::size_t bytes, bool valid) {
  for (std::size_t i = 0; i < bytes; i += 4) {
    const std::size_t left = bytes - i;
    shared_shadow(address + i) = valid ? static_cast<std::uint8_t>(left < 4 ? left : 4) : 0;
  }
}

void Block::shared_array_added(const SharedArray& array) {
  set_shared_valid(shared_base_ + array.offset, array.bytes, true);
  if (records_.trace().cluster != nullptr) trace_shared_array(array);
}

void* Block::shared_array(const void* key, const char* name, std::size_t bytes,
                          std::size_t alignment, Elements elements, const void* site) {
  if (const SharedArray* const array = cluster_->shared().find(key)) {
    return reinterpret_cast<void*>(shared_base_ + array->offset);
  }
  const Unrecorded unrecorded;
  const std::size_t declared = cluster_->shared().static_bytes() + bytes;
  if (declared > kStaticSharedLimit) {
    stop_kernel(static_shared_report(name, bytes, declared, site, running_thread()));
  }
  const SharedArray& array = cluster_->add_shared(key, name, bytes, alignment, elements);
  return reinterpret_cast<void*>(shared_base_ + array.offset);
}

void* Block::dynamic_shared(Elements elements) {
  // All `extern __shared__` arrays are the same memory; one of bytes may be used as anything.
  if (elements.bytes > 0) cluster_->shared().declare_dynamic(elements);
  return reinterpret_cast<void*>(shared_base_);
}

void Block::check_owner(std::uintptr_t address, const void* site) {
  if (cluster_->owner_of(address) == cluster_->size()) {
    stop_kernel(
        cudaErrorIllegalAddress, "an access to another block's shared memory", site,
        "shared memory belongs to one block; only the blocks of a cluster may use each other's, "
        "through map_shared_rank()");
  }
}

/// An access to another block's shared memory: right in a cluster, as long as that block lives.
void Block::check_remote_use(std::uintptr_t address, Op op, const void* site) {
  check_owner(address, site);
  const unsigned owner = cluster_->owner_of(address);
  Block& other = cluster_->member(owner);
  if (other.state_ == State::kFinished) {
    const Unrecorded unrecorded;
    stop_kernel(late_access_report(owner, {op, site, running_thread()}));
  }
  if (!settings_.check_shared) return;
  cluster_start_.use(owner, op, site);
  other.cluster_end_.use(
      {rank_, threads_.current, threads_.current_lane().barriers_arrived, op, site});
}

SharedUse Block::shared_use(Op op, SharedStrength strength) const {
  switch (strength) {
    case SharedStrength::kPlain:
      return op == Op::kLoad ? SharedUse::kRead : SharedUse::kWrite;
    case SharedStrength::kVolatile:
      return op == Op::kLoad ? SharedUse::kStrongRead
                             : shared_check_.volatile_store(threads_.current);
    default:
      return op == Op::kLoad ? SharedUse::kStrongRead : SharedUse::kUpdate;
  }
}

/// An access in a cluster, whosever memory it is.
void Block::check_cluster_shared(std::uintptr_t address, unsigned bytes, Op op,
                                 SharedStrength strength, const void* site, bool is_first,
                                 ReadKind kind) {
  if (is_remote(address)) check_remote_use(address, op, site);
  if (!settings_.check_shared) return;
  Block& owner = cluster_->member(cluster_->owner_of(address));
  const SharedUse use = shared_use(op, strength);
  const auto check = [&](auto&& races_now, const auto& races) {
    const bool are_own_threads = std::is_same_v<decltype(races), const SharedCheck&>;
    if (races_now()) fail_race(are_own_threads ? *this : owner, races.race());
  };
  if (is_first) {
    check([&] { return shared_check_.last_write_races(); }, shared_check_);
    check([&] { return owner.cluster_check_.last_write_races(); }, owner.cluster_check_);
  }
  if (&owner == this) {
    check(
        [&] { return shared_check_.access(address, bytes, use, op, threads_.current, site, kind); },
        shared_check_);
  }
  if (&owner != this) {
    // The other block knows its remote users by their rank.
    const unsigned number = (rank_ + 1) * kMaxBlockThreads + threads_.current;
    owner.shared_check_.remote_access(address, bytes, {number, op, site}, kind);
    check(
        [&] {
          return shared_check_.access_elsewhere(owner.rank_, owner.shared_base_, address, bytes,
                                                use, op, threads_.current, site);
        },
        shared_check_);
  }
  const Lane& lane = threads_.current_lane();
  const ClusterUser user{rank_, threads_.current, lane.barriers_arrived,
                         std::max(lane.barriers_passed, barriers_passed_)};
  check([&] { return owner.cluster_check_.access(address, bytes, use, op, user, site); },
        owner.cluster_check_);
}

void Block::check_strong_shared(std::uintptr_t address, unsigned bytes, Op op,
                                SharedStrength strength, const void* site, bool is_first,
                                ReadKind kind) {
  if (is_remote(address) || cluster_check_.is_needed()) {
    check_cluster_shared(address, bytes, op, strength, site, is_first, kind);
  } else if (settings_.check_shared &&
             ((is_first && shared_check_.last_write_races()) ||
              shared_check_.access(address, bytes, shared_use(op, strength), op, threads_.current,
                                   site, kind))) {
    fail_race(*this, shared_check_.race());
  }
}

void Block::release_shared(std::uintptr_t address, bool is_store, bool has_order) {
  if (!orders_shared()) return;
  const Unrecorded unrecorded;
  shared_check_.release(address, threads_.current, is_store, has_order);
  if (is_any_shared(address) && is_remote(address) &&
      (has_order || shared_check_.has_fenced(threads_.current))) {
    cluster_->member(cluster_->owner_of(address)).cluster_end_.release(address, rank_);
  }
}

void Block::acquire_shared(std::uintptr_t address, bool has_order) {
  if (!orders_shared()) return;
  const Unrecorded unrecorded;
  shared_check_.acquire(address, threads_.current, has_order);
  cluster_end_.acquire(address);
}

void Block::note_swap(std::uintptr_t address, unsigned bytes) {
  if (!settings_.check_shared) return;
  const unsigned owner = cluster_->owner_of(address);
  if (owner == cluster_->size()) return;
  // What it has read there since it last changed it is among the latest events.
  const TraceEvent* const begin = threads_.events_of(threads_.current);
  for (const TraceEvent* event = recorder.cursor; event-- != begin;) {
    const Access access = access_of(event->key);
    const std::uintptr_t used = event->address & kAddressMask;
    if (access.op() == Op::kBlock || used >= address + bytes || address >= used + access.bytes()) {
      continue;
    }
    if (access.op() != Op::kLoad) return;
    if (access.strong()) continue;
    const Unrecorded unrecorded;
    cluster_->member(owner).shared_check_.learn_swap(pc_of(event->key));
    if (owner != rank_) shared_check_.learn_swap(pc_of(event->key));
  }
}

/// The block has met: what one of its threads comes after, all do.
void Block::share_barriers_passed() {
  for (unsigned thread = 0; thread < threads_.count; ++thread) {
    if (threads_.has_started(thread)) {
      barriers_passed_ = std::max(barriers_passed_, threads_.lanes[thread].barriers_passed);
    }
  }
}

/// The block ends, and its shared memory with it.
void Block::judge_late_uses() {
  share_barriers_passed();
  const RemoteUse* const late = cluster_end_.find_late(barriers_passed_);
  if (late == nullptr) return;
  const Unrecorded unrecorded;
  const Block& user = cluster_->member(late->rank);
  stop_kernel(late_access_report(rank_, {late->op, late->pc, user.place_of(late->thread)}));
}

void Block::check_waiting_races() {
  if (shared_check_.waiting_read_races()) fail_race(*this, shared_check_.race());
  if (cluster_check_.last_write_races()) fail_race(*this, cluster_check_.race());
}

void* Block::map_shared(const void* shared, unsigned rank, const void* site) {
  const std::uintptr_t offset = unmapped(reinterpret_cast<std::uintptr_t>(shared)) - shared_base_;
  if (offset >= kSharedWindow || rank >= cluster_->size()) {
    const Unrecorded unrecorded;
    stop_kernel(cudaErrorLaunchFailure,
                rank >= cluster_->size()
                    ? "map_shared_rank() of rank " + std::to_string(rank) + " in a cluster of " +
                          std::to_string(cluster_->size())
                    : std::string("map_shared_rank() of what is not this block's shared memory"),
                site,
                "it takes the address of a __shared__ variable and a rank below num_blocks()");
  }
  return cluster_->member(rank).mapped(offset);
}

void* shared(const void* key, const char* name, std::size_t bytes, std::size_t alignment,
             Elements elements) {
  return device_code("__shared__ memory")
      .shared_array(key, name, bytes, alignment, elements, __builtin_return_address(0));
}

void* shared_dynamic(const char*, std::size_t, Elements elements) {
  return device_code("__shared__ memory").dynamic_shared(elements);
}

}  // namespace simt
