/// @file
/// @ingroup simt_execution
/// A block as its scheduler sees it: what decides about the beginning and the end of threads, and knows all that
/// they wait for.
#pragma once

#include <cstdint>

#include "execution/reports/barrier_reports.h"
#include "execution/threads/running_thread.h"

namespace simt {

class ScheduledBlock : public RunningBlock {
 public:
  /// The body of a fiber: runs threads that have not started, one after the other.
  [[noreturn]] virtual void run_threads() = 0;
  /// The running thread ends. Returns when another thread has taken over its stack.
  virtual void finish_thread() = 0;
  /// Completes the barriers that waited only for threads that have exited.
  virtual void release_waiting_for_finished() = 0;
  /// No lane of the warp can proceed, and some are at __activemask(): Collectives::complete_active_mask().
  virtual void complete_active_mask(unsigned warp, std::uint32_t group) = 0;
  /// None of its threads can run: stops the block if no other block can change that.
  virtual void check_waits_for_others() = 0;
  /// All threads have finished.
  virtual void finish() = 0;

  /// Where its threads wait for others, in words.
  virtual WaitingThreads waiting_threads() const = 0;

  /// A hash of what decides how the block goes on, except for memory and the threads' stacks. The watchdog compares
  /// such hashes to find loops without an end.
  virtual std::uint64_t hash(std::uint64_t seed) const = 0;

 protected:
  ~ScheduledBlock() = default;
};

}  // namespace simt
