/// @file
/// @ingroup simt_execution
/// The events that the threads of a resident block record: they are counted when a warp's lanes converge, and passed to
/// the race checks.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "counters/observer.h"
#include "counters/replay.h"
#include "execution/block/watch/partial_syncs.h"
#include "execution/grid/grid.h"
#include "execution/threads/stacks.h"
#include "execution/threads/threads.h"
#include "races/block_journal.h"
#include "races/footprint.h"
#include "races/global_check.h"

namespace simt {

struct BlockWatch;

/// Whether others than the block can change what is there.
inline bool is_outside(Access access) {
  return access.op() != Op::kBlock && access.space() != Space::kShared &&
         access.space() != Space::kLocal;
}

class BlockRecords {
 public:
  BlockRecords(BlockThreads& threads, EventPool& pool, GlobalCheck& check)
      : threads_(threads), pool_(pool), check_(check) {}

  /// Records an access of the running thread that is not an event.
  void record_access(std::uintptr_t address, Access access, const void* site) {
    record_access(address, access.bytes(), access, site);
  }
  /// Records an access to any number of bytes that is not an event.
  void record_access(std::uintptr_t address, std::size_t bytes, Access access, const void* site);
  /// Records neighbouring bytes that a tile has loaded or stored.
  void record_tile(std::uintptr_t address, std::size_t bytes, Access access, const void* site);
  /// Records a row of global memory that a bulk copy uses.
  void record_bulk(std::uintptr_t address, std::size_t bytes, Access access, const void* site);
  /// Counts what a tile has touched.
  void count_tile(const void* site, Op op, const TileCount& count);
  void count_tile_reduction() { ++other_counts_.tile_reductions; }
  /// The running thread asks for something outside of the block without an access.
  void record_question() { ++unrecorded_; }
  /// How often threads have used memory that is neither the block's shared memory nor their own, in all blocks so far.
  std::uint64_t outside_accesses() const;
  void mark_local_array(std::uint16_t number) { sites_.mark_local_array(number); }
  /// The running thread launches a grid.
  void record_launch();

  /// Whether the running block has an observer.
  bool are_observed() const { return !observers_.empty(); }
  // Events, as in observer.h.
  void shared_array(const char* name, std::size_t offset, std::size_t bytes) const {
    for (Observer* const observer : observers_) observer->shared_array(name, offset, bytes);
  }
  void shuffle(const WarpShuffle& shuffle) const {
    for (Observer* const observer : observers_) observer->shuffle(shuffle);
  }

  /// What a warp that waits can go on with.
  struct Drained {
    std::uint32_t with_space;      ///< lanes whose buffers were full
    std::uint32_t at_active_mask;  ///< lanes at the same __activemask(), if that is the next event
  };

 private:
  friend struct BlockWatch;

  // What happens to the block.
  void begin_grid();
  /// Adds the counters to the grid; needs the grid's lock.
  void end_grid(Grid& grid);
  void begin_block(const ObservedBlock& block, bool keep_samples);
  /// The warp takes its event buffers, and releases them.
  void begin_warp(unsigned warp);
  void end_warp(unsigned warp);
  /// All lanes of the warp have finished.
  void finish_warp(unsigned warp);
  /// The lanes have converged: counts all their events.
  void replay_warp(unsigned warp);
  /// All lanes of the warp wait for other warps: counts their events, and releases the buffers. The next warp takes the
  /// same ones, which are in the cache.
  void flush_warp(unsigned warp);
  /// All lanes of the warp wait, some with full buffers or at __activemask(): counts events until one of these lanes
  /// can proceed.
  Drained drain_buffers(unsigned warp);
  /// Whether the kernel's footprint is recorded.
  bool records_accesses() const { return records_accesses_; }
  void record_partial_sync(unsigned warp, std::uint32_t lanes) {
    partial_syncs_[warp].add(threads_, warp, lanes);
  }
  void sync_warp(unsigned warp, std::uint32_t lanes) const {
    for (Observer* const observer : observers_) observer->sync_warp(warp, lanes);
  }
  void barrier(BarrierKind kind) {
    journal_.barrier();
    for (Observer* const observer : observers_) observer->barrier(kind);
  }
  void end() const {
    for (Observer* const observer : observers_) observer->end();
  }
  bool has_launches() const { return journal_.has_launches(); }
  LaunchingBlock take_launches(std::uint64_t block) { return journal_.take(block); }

  /// What the lanes of a warp have recorded.
  struct Recorded {
    std::uint32_t lanes;    ///< those with events
    std::ptrdiff_t length;  ///< events of each of them, if they have equally many
    bool is_equal;          ///< they have
  };
  static Recorded recorded_of(const std::uint16_t* lengths);
  ReplaySink replay_sink(unsigned warp);
  std::ptrdiff_t replay_equal(unsigned warp, const Recorded& recorded, std::uint32_t unfinished,
                              const ReplaySink& to);
  std::uint32_t replay_rest(unsigned warp, const Recorded& recorded, std::ptrdiff_t done,
                            std::uint32_t unfinished, const ReplaySink& to,
                            EventQueue (&queues)[kWarpLanes]);
  void append_to_journal(unsigned thread, bool synced);

  BlockThreads& threads_;
  EventPool& pool_;
  GlobalCheck& check_;
  SiteTable sites_;
  std::uint64_t issued_[kMaxWarps];  ///< basic blocks of each warp
  OtherCounts other_counts_;
  FootprintRecorder accesses_;  ///< global and constant memory
  BlockJournal journal_;        ///< the same, of the running block
  PartialSyncs partial_syncs_[kMaxWarps];
  const std::vector<std::unique_ptr<Observer>> all_observers_ = make_observers();
  std::vector<Observer*> observers_;  ///< of the running block: most have none
  bool records_accesses_ = false;
  std::uint64_t unrecorded_ = 0;  ///< accesses that are no events
};

}  // namespace simt
