// What a block's threads may do with memory that asynchronous copies use, and what their arrivals at the
// counters of `cuda::barrier` and `cuda::pipeline` order.
#include <algorithm>

#include "execution/block/block.h"
#include "execution/reports/shared_reports.h"

namespace simt {
namespace {

/// Where the check of shared memory keeps what comes before the end of a phase: no byte of the counter that anybody
/// else releases or acquires.
std::uintptr_t flag_of(const CounterPhase& phase) { return phase.counter + phase.number % 2; }

}  // namespace

void Block::copy_begins(void* to, const void* from, unsigned bytes, const void* site,
                        const CounterPhase& phase) {
  if (!settings_.check_shared) return;
  // Only the block's own counters tell it when a copy is complete.
  if (phase.counter != 0 && phase.counter - shared_base_ >= kSharedWindow) return;
  const Unrecorded unrecorded;
  async_copies_.add({unmapped(reinterpret_cast<std::uintptr_t>(to)),
                     reinterpret_cast<std::uintptr_t>(from), site, threads_.current, bytes},
                    phase);
  // The phase comes after it even if the thread has arrived before.
  if (is_flag(phase)) shared_check_.release(flag_of(phase), threads_.current, false, true);
}

void Block::commit_copies() {
  if (!settings_.check_shared) return;
  const Unrecorded unrecorded;
  async_copies_.commit(threads_.current);
}

void Block::land_copies(unsigned count) {
  if (!settings_.check_shared) return;
  std::vector<AsyncStore> landed;
  {
    const Unrecorded unrecorded;
    async_copies_.land_batches(threads_.current, count, landed);
  }
  // Now the thread knows, and nobody else.
  for (const AsyncStore& store : landed) {
    check_shared<Op::kStore>(store.to, store.bytes, store.pc, true, ReadKind::kNumber);
  }
}

bool Block::judge_copies(std::uintptr_t address, Access access, const void* site) {
  const unsigned owner = cluster_->owner_of(address);
  if (owner == cluster_->size()) return false;
  Block& other = cluster_->member(owner);
  const AsyncCopies::Meeting meeting =
      other.async_copies_.meet(address, access.bytes(), threads_.current, &other != this);
  if (!meeting.is_valid) return false;
  if (meeting.store != nullptr) {
    stop_kernel(copy_in_flight_report(
        cluster_->shared().position_text(address), {access.op(), site, running_thread()},
        {Op::kStore, meeting.store->pc, other.place_of(meeting.store->thread)}, meeting.in_batch));
  }
  return true;
}

void Block::judge_source(std::uintptr_t address, Access access, const void* site) {
  const Unrecorded unrecorded;
  const AsyncCopies::Meeting meeting = async_copies_.meet_source(address, access.bytes());
  if (meeting.store == nullptr) return;
  stop_kernel(source_in_flight_report(
      {access.op(), site, running_thread()},
      {Op::kLoad, meeting.store->pc, place_of(meeting.store->thread)}, meeting.in_batch));
}

/// Whether arrivals at the counter order threads as a flag does. In a cluster the counter may be everyone's, and they
/// count as a barrier of all.
bool Block::is_flag(const CounterPhase& phase) const {
  return settings_.check_shared && phase.counter - shared_base_ < kSharedWindow &&
         !cluster_check_.is_needed();
}

void Block::counter_arrives(const CounterPhase& phase) {
  if (!is_flag(phase)) return;
  const Unrecorded unrecorded;
  shared_check_.release(flag_of(phase), threads_.current, false, true);
}

void Block::counter_completes(const CounterPhase& phase) {
  if (!settings_.check_shared) return;
  const Unrecorded unrecorded;
  if (is_flag(phase)) shared_check_.acquire(flag_of(phase), threads_.current, true);
  async_copies_.complete(phase);
}

void Block::counter_advances(const CounterPhase& phase) {
  const bool as_barrier = !is_flag(phase);
  if (!as_barrier) counter_arrives(phase);  // passes on what the completion function has done
  end_interval(as_barrier);
}

void Block::counter_passed(const CounterPhase& phase) {
  if (!settings_.check_shared) return;
  const Unrecorded unrecorded;
  if (is_flag(phase)) shared_check_.acquire(flag_of(phase), threads_.current, true);
  async_copies_.pass(phase, threads_.current);
}

}  // namespace simt
