/// @file
/// @ingroup simt_execution
/// Everything that watches a resident block: it counts accesses, and finds errors in them. The scheduler, the barriers
/// and the collectives call it. A check may stop the kernel; none decides which thread runs.
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
  Observers(BlockThreads& threads, EventPool& events, const BlockIdentity& identity, Polls& polls);
  Observers(const Observers&) = delete;
  Observers& operator=(const Observers&) = delete;

  void begin_grid();
  /// @param is_traced whether to record its requests in a trace
  void begin_block(const Grid& grid, bool is_traced);
  /// Adds the results to the grid; needs the grid's lock.
  void end_grid(Grid& grid);

  /// The running thread is about to be suspended: its events end here.
  [[gnu::always_inline]] void suspend() {
    if (shared.has_unchecked_write()) [[unlikely]]
      shared.check_last_write();
    global.settle();
  }
  /// `__syncwarp` of `lanes`. @param whole whether these are all live lanes of the warp
  void sync_warp(unsigned warp, std::uint32_t lanes, bool whole) {
    shared.check().sync_warp(warp, lanes, whole);
    records.sync_warp(warp, lanes);
    if (global.watches()) global.sync_warp(warp, lanes, whole);
  }
  /// The barrier of a tile of several warps, a bit each.
  void sync_warps(std::uint32_t warps);
  /// The barrier of the block.
  void barrier();
  /// All threads of the block have arrived at the barrier of a wider group.
  void arrive();
  /// Everything the block has done so far happens before the rest. @param shared_too also in shared memory
  void end_interval(bool shared_too = true);
  /// The same, where the running thread's cursor is already stored.
  void end_interval_of_all(bool shared_too);
  /// All threads have finished.
  void end();

  /// The running thread is about to read an aggregate, in shared or global memory: at least one of its bytes has to be
  /// initialised.
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
