/// @file
/// @ingroup simt_execution
/// __syncthreads() and its votes: who has arrived, and what they have said.
#pragma once

#include <cstdint>

#include "simt/builtins.h"

namespace simt {

class Scheduler;

class BlockBarrier {
 public:
  BlockBarrier(Scheduler& scheduler) : scheduler_(scheduler) {}

  void begin_block() { now_.arrived = 0; }
  /// The running thread arrives at `site`, and waits for all others. @return what they have voted for
  /// @param scheduler its own: where the caller knows the block, handing it over costs no load
  int wait(Scheduler& scheduler, Vote vote, int predicate, const void* site);
  /// A thread has exited: it does not hold up the others.
  void thread_finished();
  /// Threads that wait.
  unsigned arrived() const { return now_.arrived; }
  std::uint64_t hash(std::uint64_t seed) const;

 private:
  void note_vote(Vote kind, int predicate, const void* site);
  void release();
  void check_sites();
  void judge_exited_threads();
  [[noreturn]] void fail_divergent();

  struct State {
    unsigned arrived = 0;
    const void* site = nullptr;  ///< where the first one waits
    bool sites_differ = false;
    int votes = 0;
    int result = 0;  ///< of the votes before
  };

  Scheduler& scheduler_;
  State now_;
  const void* warned_site_ = nullptr;  ///< of the latest warning
};

}  // namespace simt
