/// @file
/// @ingroup simt_execution
/// The barriers of groups wider than a warp, in two halves: a thread says that it has arrived, and waits later. Those
/// of a cluster and of a grid concern other blocks as well.
#pragma once

#include <cstdint>

#include "execution/block/block_identity.h"
#include "execution/block/threads.h"

namespace simt {

class Scheduler;

/// A block's part in the barrier of a group.
struct GroupBarrier {
  std::uint32_t phase;  ///< of the group's, that the block is in
  unsigned arrived;     ///< threads
  bool announced;       ///< all live threads have arrived, and the group knows
};

class GroupBarriers {
 public:
  GroupBarriers(Scheduler& scheduler, const BlockIdentity& identity);

  void begin_block();
  // Called by the running thread.
  void arrive(GroupScope scope, const void* site);
  void wait(GroupScope scope, const void* site);
  /// Both halves in one: the warp comes together here.
  void sync(GroupScope scope, const void* site);
  /// A thread has exited: it does not hold up the others.
  void thread_finished();

  /// All that the group waits for has arrived.
  void release(GroupScope scope);
  /// Releases who waits for a barrier that other OS threads have completed. @return whether anybody can run now
  bool release_passed();
  /// Whether the threads that wait can be released by another block. Until then the block's events
  /// are counted, and their buffers given to those that run.
  bool waits_for_other_blocks();
  /// Not 0 if any thread has arrived.
  unsigned arrived() const {
    return barriers_[0].arrived | barriers_[1].arrived | barriers_[2].arrived;
  }
  std::uint64_t hash(std::uint64_t seed) const;

 private:
  GroupBarrier& of(GroupScope scope) { return barriers_[static_cast<int>(scope)]; }
  std::uint32_t phase_of(GroupScope scope) const;
  void pass_halves(GroupScope scope);
  void announce_arrival(GroupScope scope);
  void order(GroupScope scope);

  Scheduler& scheduler_;
  const BlockIdentity& identity_;
  GroupBarrier barriers_[kGroupScopes]{};
  static_assert(kGroupScopes == 3);
  std::uint32_t block_phase_ = 0;
};

}  // namespace simt
