/// @file
/// @ingroup simt_execution
/// What watches a resident block: it counts accesses, and finds errors in them. A check may stop the kernel; none
/// decides which thread runs.
///
/// An event that concerns several of its parts is a function here, called by the scheduler, the barriers, the
/// collectives and the device code. What concerns one part only, they tell this part.
#pragma once

#include <cstdint>
#include <vector>

#include "base/trace_event.h"
#include "base/worker.h"
#include "execution/block/watch/atomic_event.h"
#include "execution/block/watch/bulk_copies.h"
#include "execution/block/watch/copies_in_flight.h"
#include "execution/block/watch/global_watch.h"
#include "execution/block/watch/records.h"
#include "execution/block/watch/shared_watch.h"
#include "execution/block/watch/warpgroups.h"
#include "execution/threads/block_identity.h"
#include "execution/threads/stacks.h"
#include "execution/threads/threads.h"

namespace simt {

struct BlockWatch {
  BlockWatch(BlockThreads& threads, EventPool& events, const BlockIdentity& identity);
  BlockWatch(const BlockWatch&) = delete;
  BlockWatch& operator=(const BlockWatch&) = delete;

  // Called by the block.
  void begin_grid();
  /// @param is_traced whether to record its requests in a trace
  void begin_block(Grid& grid, bool is_traced);
  /// All threads have finished.
  void end();
  /// The block leaves the grid.
  void leave_grid() { copies.end_grid(); }
  /// Adds the results to the grid; needs the grid's lock.
  void end_grid(Grid& grid);
  bool has_launches() const { return records.has_launches(); }
  LaunchingBlock take_launches() { return records.take_launches(identity_.number); }
  /// Before the report of an error that may follow from a race: stops the block for the race.
  void check_races() { shared.check_interval(); }

  // Called by the scheduler.
  /// The running thread is about to be suspended: its events end here.
  [[gnu::always_inline]] void suspend() {
    if (shared.has_unchecked_write()) [[unlikely]]
      shared.check_last_write();
    global.settle();
  }
  /// Whether the running thread has to be suspended before another one takes its place.
  bool has_unchecked_write() const { return shared.has_unchecked_write(); }
  /// A lane of the warp begins to record.
  void begin_warp(unsigned warp) { records.begin_warp(warp); }
  /// All lanes of the warp wait, some with full buffers or at __activemask().
  BlockRecords::Drained drain_buffers(unsigned warp) { return records.drain_buffers(warp); }
  /// All lanes of the warp have finished, or it is given up.
  void finish_warp(unsigned warp) { records.finish_warp(warp); }
  void abandon_warp(unsigned warp) { records.end_warp(warp); }

  // Called by the barriers and the collectives.
  /// What the running thread has done so far comes before an arrival at a barrier.
  void settle() { global.settle(); }
  /// All lanes of the warp wait, for other warps or for other blocks.
  void wait_for_warps(unsigned warp) { records.flush_warp(warp); }
  void wait_for_blocks(unsigned warp);
  /// All lanes of the warp that are left have been released together.
  void converge(unsigned warp) { records.replay_warp(warp); }
  /// `lanes` of the warp have met in a collective.
  void meet(unsigned warp, std::uint32_t lanes) {
    // Only if all lanes take part is the whole warp certainly converged: which lanes have exited by now depends on the
    // order in which they run.
    if (lanes == threads_.warps[warp].all) {
      records.replay_warp(warp);
    } else if (records.records_accesses()) {
      records.record_partial_sync(warp, lanes);
    }
  }
  /// `lanes` of the warp have met: if the cluster has started for one, it has for all.
  void share_cluster_start(unsigned warp, std::uint32_t lanes) {
    if (shared.start().is_partly_known()) shared.start().share(warp, lanes);
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

  // The split barriers of a block, a cluster, or a grid. @param phase of the barrier
  /// The running thread arrives, and will wait later.
  void group_arrives(GroupScope scope, std::uint32_t phase);
  /// All threads of the block have arrived.
  void all_arrive();
  /// All blocks of the group have.
  /// @param waiting threads of this block that wait
  /// @param at_once those of them that
  /// have not arrived before
  void group_completes(GroupScope scope, std::uint32_t phase, unsigned waiting,
                       const std::vector<unsigned>& at_once);
  /// Those that wait have been released.
  void group_barrier(GroupScope scope, unsigned waiting);
  /// The running thread has passed a barrier at which it had arrived before.
  void group_passed(GroupScope scope, std::uint32_t phase);
  /// It need not wait: all others have arrived.
  void group_is_complete(GroupScope scope);
  /// Stops the running block if this one has used the shared memory of a block that may not have begun.
  void check_cluster_start() const;

  // The named barriers of a block.
  void named_barrier_arrives(const CounterPhase& phase);
  void named_barrier(const CounterPhase& phase);
  void named_barrier_passed(const CounterPhase& phase) { copies.counter_passed(phase); }

  /// Everything the block has done so far happens before the rest. @param shared_too also in shared memory
  void end_interval(bool shared_too = true);

  /// The running thread is about to read an aggregate, in shared or global memory: at least one of its bytes has to be
  /// initialised.
  void check_aggregate_written(std::uintptr_t address, std::size_t bytes, const void* site);

  // Called by the device code: what may order the running thread's accesses with those of others.
  /// It calls a fence.
  void fence(Scope scope);
  /// It is about to write with release order, which works like a fence in front of it.
  void fence_before_release(Scope scope);
  /// It is about to store a flag, or is about to load one. @param address of any memory but its stack; not mapped
  /// @param has_order whether that has release or acquire order; otherwise it takes a fence
  void store_flag(std::uintptr_t address, bool has_order) {
    shared.release(address, true, has_order);
  }
  void load_flag(std::uintptr_t address, bool has_order) { shared.acquire(address, has_order); }
  /// An atomic operation is about to happen, and is recorded.
  void before_atomic(AtomicEvent& atomic, const void* site);
  void after_atomic(const AtomicEvent& atomic);

  // The parts, of which others see only what concerns no other part.
  SharedWatch shared;
  CopiesInFlight copies;
  BulkCopies bulk;
  Warpgroups warpgroups;
  GlobalWatch global;
  BlockRecords records;

 private:
  void end_interval_of_all(bool shared_too);

  BlockThreads& threads_;
  const BlockIdentity& identity_;
};

}  // namespace simt
