/// @file
/// @ingroup simt_execution
/// All that watches a resident block and decides nothing of what it does: what counts its accesses, and what finds
/// mistakes in them. What runs the block tells it what happens.
#pragma once

#include <cstdint>

#include "base/trace_event.h"
#include "base/worker.h"
#include "execution/block/block_identity.h"
#include "execution/block/copies_in_flight.h"
#include "execution/block/global_order.h"
#include "execution/block/pools.h"
#include "execution/block/records.h"
#include "execution/block/shared_watch.h"
#include "execution/block/threads.h"

namespace simt {

struct Observers {
  Observers(BlockThreads& threads, EventPool& events, const BlockIdentity& identity);
  Observers(const Observers&) = delete;
  Observers& operator=(const Observers&) = delete;

  void begin_grid();
  /// @param is_traced whether its requests are wanted one by one
  void begin_block(const Grid& grid, bool is_traced);
  /// Hands over what was found; needs the grid's lock.
  void end_grid(Grid& grid);

  /// The running thread is about to let others run. @param site of the barrier or collective that it waits in; null:
  /// it does not wait
  [[gnu::always_inline]] void suspend(const void* site) {
    if (shared.has_unchecked_write()) [[unlikely]]
      shared.judge_last_write();
    if (worker().recorder.is_pending()) [[unlikely]]
      global.flush_pending();
    if (site != nullptr) global.forget_polls();
  }
  /// Lanes of a warp have met in `__syncwarp`. @param whole whether all that live have
  void sync_warp(unsigned warp, std::uint32_t lanes, bool whole) {
    shared.check().sync_warp(warp, lanes, whole);
    records.sync_warp(warp, lanes);
    if (global.watches()) global.synchronized(warp, lanes, whole);
  }
  /// All threads of these warps, a bit each, have met in a barrier of their tile.
  void sync_warps(std::uint32_t warps);
  /// All threads of the block have met.
  void barrier();
  /// All of the block have arrived at the barrier of a group, which others may not have.
  void arrive();
  /// What the block has done so far is ordered before the rest. @param shared_too as well as to shared memory
  void end_interval(bool shared_too = true);
  /// The same where the running thread has put down its cursor.
  void end_interval_of_all(bool shared_too);
  /// All threads have finished.
  void end();

  /// The running thread is about to read an aggregate, in shared or global memory: it need not be written whole, but
  /// somewhere.
  void check_aggregate_written(std::uintptr_t address, std::size_t bytes, const void* site);

  SharedWatch shared;
  CopiesInFlight copies;
  GlobalOrder global;
  BlockRecords records;

 private:
  BlockThreads& threads_;
  const BlockIdentity& identity_;
};

}  // namespace simt
