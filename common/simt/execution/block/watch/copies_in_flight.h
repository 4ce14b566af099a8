/// @file
/// @ingroup simt_execution
/// Checks how a block's threads use the memory of asynchronous copies in flight, and orders threads by their arrivals
/// at the counters of `cuda::barrier` and `cuda::pipeline`.
#pragma once

#include <cstdint>
#include <vector>

#include "base/trace_event.h"
#include "execution/block/watch/async_copies.h"
#include "execution/threads/block_identity.h"
#include "execution/threads/threads.h"

namespace simt {

struct BlockWatch;

class CopiesInFlight {
 public:
  CopiesInFlight(const BlockThreads& threads, const BlockIdentity& identity, BlockWatch& watch);

  /// The running thread begins to copy a word. It completes with the phase, or with a batch of the thread.
  void begin(void* to, const void* from, unsigned bytes, const void* site,
             const CounterPhase& phase);
  /// The copies that it has begun since the last call are a batch.
  void commit();
  /// It has waited for its batches, all but the `count` latest.
  void wait_prior(unsigned count);
  /// It begins a bulk copy, of which these are the rows: in this block's shared memory, or out of it; or a product of
  /// its warp that reads them. @param phase of a counter of this block, kBulkGroup, or kProducts
  void begin_bulk(const std::vector<AsyncStore>& rows, const CounterPhase& phase);
  /// @param kind of the batches: the number of kBulkGroup or kProducts
  void commit_bulk(unsigned kind = kBulkGroup.number);
  /// It has waited for its groups, all but the `count` latest.
  void wait_bulk(unsigned count, unsigned kind = kBulkGroup.number);
  /// All threads have finished: stops the block if a bulk copy still reads its shared memory.
  void end();
  /// It uses words that are marked invalid: stops the block if a copy in flight writes them. @return whether they are
  /// valid memory
  bool check(std::uintptr_t address, Access access, const void* site);
  bool has_sources() const { return copies_.has_sources(); }
  /// It changes global memory: stops the block if a copy in flight reads it.
  void check_source(std::uintptr_t address, Access access, const void* site) {
    if (copies_.has_sources()) [[unlikely]]
      check_pending_source(address, access, site);
  }

  // simt/waiting.h.
  void counter_arrives(const CounterPhase& phase);
  void counter_completes(const CounterPhase& phase);
  void counter_advances(const CounterPhase& phase);
  void counter_passed(const CounterPhase& phase);

 private:
  friend struct BlockWatch;

  // What happens to the block.
  void begin_block() { copies_.clear(); }
  void end_grid() { copies_.clear(); }
  /// The block barrier: a completion that is visible to one thread is visible to all.
  void barrier() {
    if (!copies_.is_empty()) copies_.publish();
  }

  /// Whether arrivals at the counter order threads like a flag. In a cluster, where all blocks may use the counter, a
  /// completed phase counts as a barrier of all of them.
  bool is_flag(const CounterPhase& phase) const;
  void check_pending_source(std::uintptr_t address, Access access, const void* site);

  const BlockThreads& threads_;
  const BlockIdentity& identity_;
  BlockWatch& watch_;
  AsyncCopies copies_;
};

}  // namespace simt
