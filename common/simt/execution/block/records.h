/// @file
/// @ingroup simt_execution
/// What the threads of a resident block record, and where it goes: it is counted when a warp's lanes
/// have come together, and noted for the checks of races.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "counters/replay.h"
#include "counters/trace.h"
#include "counters/write_observer.h"
#include "execution/block/meetings.h"
#include "execution/block/pools.h"
#include "execution/block/threads.h"
#include "execution/grid/grid.h"
#include "races/block_journal.h"
#include "races/footprint.h"
#include "races/global_check.h"

namespace simt {

class BlockRecords {
 public:
  BlockRecords(BlockThreads& threads, EventPool& pool, GlobalCheck& check)
      : threads_(threads), pool_(pool), check_(check) {}

  void begin_grid();
  /// Hands over what was counted; needs the grid's lock.
  void end_grid(Grid& grid);
  void begin_block(const Grid& grid, std::uint64_t number, bool keep_samples, BlockTrace trace);

  /// The warp gets its buffers, and gives them back.
  void begin_warp(unsigned warp);
  void end_warp(unsigned warp);
  /// All lanes of the warp have finished.
  void finish_warp(unsigned warp);
  /// The lanes have come together: counts all that they have recorded.
  void replay_warp(unsigned warp);
  /// All lanes of the warp wait for other warps: counts what they have recorded, and gives the buffers
  /// back. The next warp takes the same ones, which are in the cache.
  void put_down_warp(unsigned warp);
  /// Counts events of a warp whose lanes all wait, some for room or for an answer: until one of these
  /// can go on. @return the lanes at the same __activemask(), if that is what comes next
  std::uint32_t empty_buffers(unsigned warp);

  /// Whether the bytes that the kernel uses are noted.
  bool notes_accesses() const { return notes_accesses_; }
  void note_meeting(unsigned warp, std::uint32_t lanes) {
    meetings_[warp].note(threads_, warp, lanes);
  }
  /// Notes an access of the running thread that is not recorded as an event.
  void note_access(std::uintptr_t address, Access access, const void* site) {
    note_access(address, access.bytes(), access, site);
  }
  /// The same of more bytes than an access has.
  void note_access(std::uintptr_t address, std::size_t bytes, Access access, const void* site);
  /// Where a trace of the block goes, if there is one.
  BlockTrace trace() const { return trace_; }
  void note_local_array(std::uint16_t number) { sites_.note_local_array(number); }
  // Events, as in observer.h.
  void sync_warp(unsigned warp, std::uint32_t lanes) const {
    for (Observer* const observer : observers_) observer->sync_warp(warp, lanes);
  }
  void barrier(const char* what) {
    journal_.barrier();
    for (Observer* const observer : observers_) observer->barrier(what);
  }
  void end() const {
    for (Observer* const observer : observers_) observer->end();
  }
  /// The running thread launches a grid.
  void note_launch();
  bool has_launches() const { return journal_.has_launches(); }
  LaunchingBlock take_launches(std::uint64_t block) { return journal_.take(block); }

 private:
  ReplaySink replay_sink(unsigned warp);
  void note_in_journal(unsigned thread, bool met);

  BlockThreads& threads_;
  EventPool& pool_;
  GlobalCheck& check_;
  SiteTable sites_;
  std::uint64_t issued_[kMaxWarps];  ///< basic blocks of each warp
  std::uint64_t busiest_warp_ = 0;
  BlockTrace trace_;
  FootprintRecorder accesses_;  ///< global and constant memory
  BlockJournal journal_;        ///< the same, of the running block
  Meetings meetings_[kMaxWarps];
  // Those that most blocks do not have.
  TraceObserver trace_observer_;
  WriteObserver write_observer_;
  const std::vector<std::unique_ptr<Observer>> registered_ = make_observers();
  std::vector<Observer*> observers_;  ///< of the running block
  bool notes_accesses_ = false;
};

}  // namespace simt
