/// @file
/// @ingroup simt_execution
/// Split barriers (arrive, then wait) of the block, the cluster and the grid.
#pragma once

#include <cstdint>
#include <iterator>

#include "execution/threads/block_identity.h"
#include "execution/threads/threads.h"

namespace simt {

class Scheduler;

/// A block's state in the barrier of a group.
struct GroupBarrier {
  std::uint32_t phase;  ///< of the group's, that the block is in
  unsigned arrived;     ///< threads
  bool announced;       ///< all live threads have arrived, and the group was notified
};

class GroupBarriers {
 public:
  GroupBarriers(Scheduler& scheduler, const BlockIdentity& identity);

  void begin_block();
  // Called by the running thread.
  void arrive(GroupScope scope, const void* site);
  void wait(GroupScope scope, const void* site);
  /// Arrive and wait in one; the warp converges.
  void sync(GroupScope scope, const void* site);
  /// A thread has exited: the others no longer wait for it.
  void thread_finished();

  /// All blocks of the group have arrived.
  void release(GroupScope scope);
  /// Releases the threads that wait for a barrier that other OS threads have completed. @return whether any can run
  bool release_passed();
  /// Whether another block can release the threads that wait. Then the block's events are counted, and its buffers
  /// released.
  bool waits_for_other_blocks();
  /// The number of the block's threads that have arrived at the barrier of this group.
  unsigned arrived(GroupScope scope) const { return of(scope).arrived; }
  /// Not 0 if a thread of the block has arrived at the barrier of any group.
  unsigned arrived() const {
    return barriers_[0].arrived | barriers_[1].arrived | barriers_[2].arrived;
  }
  std::uint64_t hash(std::uint64_t seed) const;

 private:
  GroupBarrier& of(GroupScope scope) { return barriers_[static_cast<int>(scope)]; }
  const GroupBarrier& of(GroupScope scope) const { return barriers_[static_cast<int>(scope)]; }
  std::uint32_t phase_of(GroupScope scope) const;
  void pass_split_barrier(GroupScope scope);
  void announce_arrival(GroupScope scope);
  void order(GroupScope scope);

  Scheduler& scheduler_;
  const BlockIdentity& identity_;
  GroupBarrier barriers_[std::size(kGroupScopes)]{};
  std::uint32_t block_phase_ = 0;
};

}  // namespace simt
