/// @file
/// @ingroup simt_execution
/// __syncthreads() and its votes.
#pragma once

#include <cstdint>

#include "simt/builtins.h"

namespace simt {

class Scheduler;
struct BlockIdentity;

class BlockBarrier {
 public:
  BlockBarrier(Scheduler& scheduler, const BlockIdentity& identity)
      : scheduler_(scheduler), identity_(identity) {}

  void begin_block() { now_.arrived = 0; }
  /// The running thread arrives at `site`, and waits for all others. @return the combined vote
  /// @param scheduler the block's own; passing it saves a load where the caller has the block
  int wait(Scheduler& scheduler, Vote vote, int predicate, const void* site);
  /// A thread has exited: the others no longer wait for it.
  void thread_finished();
  /// The number of threads that wait.
  unsigned arrived() const { return now_.arrived; }
  std::uint64_t hash(std::uint64_t seed) const;

 private:
  void add_vote(Vote kind, int predicate, const void* site);
  void release();
  void check_sites();
  void check_exited_threads();
  [[noreturn]] void fail_divergent();

  struct State {
    unsigned arrived = 0;
    const void* site = nullptr;  ///< where the first thread waits
    bool sites_differ = false;
    int votes = 0;
    int result = 0;  ///< of the last vote
  };

  Scheduler& scheduler_;
  const BlockIdentity& identity_;
  State now_;
  const void* warned_site_ = nullptr;  ///< of the latest warning
};

}  // namespace simt
