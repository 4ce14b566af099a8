/// @file
/// @ingroup simt_execution
/// What a block's threads may do with memory that asynchronous copies use, and what their arrivals at the
/// counters of `cuda::barrier` and `cuda::pipeline` order.
#pragma once

#include <cstdint>

#include "base/trace_event.h"
#include "execution/block/async_copies.h"
#include "execution/block/block_identity.h"
#include "execution/block/threads.h"

namespace simt {

struct Observers;

class CopiesInFlight {
 public:
  CopiesInFlight(const BlockThreads& threads, const BlockIdentity& identity, Observers& observers);

  void begin_block() { copies_.clear(); }
  void end_grid() { copies_.clear(); }
  /// The block has met: what one of its threads knows, all do.
  void barrier() {
    if (!copies_.is_empty()) copies_.publish();
  }

  /// The running thread has begun to copy a word; it is complete with the phase, or with a batch of the thread.
  void begin(void* to, const void* from, unsigned bytes, const void* site,
             const CounterPhase& phase);
  /// What it has begun since the last call is a batch.
  void commit();
  /// It has waited for its batches, all but the `count` latest.
  void wait_prior(unsigned count);
  /// It uses words that count as invalid: stops the block if a copy fills them. False if they are.
  bool judge(std::uintptr_t address, Access access, const void* site);
  bool has_sources() const { return copies_.has_sources(); }
  /// It changes global memory: stops the block if a copy reads that.
  void check_source(std::uintptr_t address, Access access, const void* site) {
    if (copies_.has_sources()) [[unlikely]]
      judge_source(address, access, site);
  }

  // simt/waiting.h.
  void counter_arrives(const CounterPhase& phase);
  void counter_completes(const CounterPhase& phase);
  void counter_advances(const CounterPhase& phase);
  void counter_passed(const CounterPhase& phase);
  /// Whether arrivals at the counter order threads as a flag does. In a cluster the counter may be everyone's, and
  /// they count as a barrier of all.
  bool is_flag(const CounterPhase& phase) const;

 private:
  void judge_source(std::uintptr_t address, Access access, const void* site);

  const BlockThreads& threads_;
  const BlockIdentity& identity_;
  Observers& observers_;
  AsyncCopies copies_;
};

}  // namespace simt
