/// @file
/// @ingroup simt_execution
/// Connects a resident block's threads with the check of global memory: hashes what they store, and feeds their events
/// to the check in time.
#pragma once

#include <cstdint>

#include "base/trace_event.h"
#include "base/worker.h"
#include "execution/threads/block_identity.h"
#include "execution/threads/threads.h"
#include "races/global_check.h"
#include "races/read_kind.h"

namespace simt {

struct BlockWatch;

class GlobalWatch {
 public:
  GlobalWatch(BlockThreads& threads, const BlockIdentity& identity, BlockWatch& watch)
      : threads_(threads), identity_(identity), watch_(watch) {}

  // Called by the device code.
  /// The pending access has happened: hashes the stored value, or acquires what a volatile load has seen.
  void flush_pending();
  /// Whether another thread has freed this byte of the heap, concurrently with what the running thread does.
  bool is_freed_concurrently(std::uintptr_t address);
  /// Whether that is so of an access that is about to happen. Then it is recorded as a race at once: it may fail.
  bool races_with_free(std::uintptr_t address, Access access, const void* pc);
  /// Whether anything in shared memory can order what the block's threads do.
  bool orders_inside() const { return check_.has_fences(); }
  /// Before an atomic or volatile store. @param address of global memory, or of the block's shared memory
  void release(std::uintptr_t address, Scope scope);
  /// The running thread's bulk copy accesses bytes, after what the thread has done so far. @param address as in an
  /// event
  void bulk_access(std::uint64_t address, Access access, const void* site);
  /// The running thread reads bytes that are at least partly uninitialised: records that if it is a mistake.
  void check_written(std::uintptr_t address, Access access, const void* site, ReadKind kind);
  /// The running thread frees memory of the heap.
  void free_memory(std::uintptr_t address, std::size_t bytes, const void* site);

  // Called by the block.
  /// Whether races on global memory are checked.
  bool watches() const { return check_.watches(); }
  /// As in global_check.h.
  std::uint64_t blamed_block() const { return check_.blamed_block(); }

 private:
  friend struct BlockWatch;

  // What happens to the block.
  void begin_block();
  GlobalCheck& check() { return check_; }
  /// What was pending has happened, and the running thread's events end here: the checks may look at them.
  [[gnu::always_inline]] void settle() {
    if (worker().recorder.is_pending()) [[unlikely]]
      flush_pending();
    threads_.set_current_cursor(worker().recorder);
  }
  /// Checks the events of all threads so far; the cursor of the running one must be up to date.
  void check_all_lanes();
  /// `lanes` of the warp wait in `__syncwarp`. @param whole whether these are all live lanes
  void sync_warp(unsigned warp, std::uint32_t lanes, bool whole);
  /// All threads of these warps, a bit each, wait at their barrier.
  void sync_warps(std::uint32_t warps);
  void fence(Scope scope);
  /// After an atomic or volatile load. @param address as for `release`
  void acquire(std::uintptr_t address, TraceEvent* end, Scope scope);
  /// The running thread does a compare-and-swap at `address`, which it may have read before.
  void record_cas(std::uintptr_t address, unsigned bytes, CasReads& cas_reads);
  /// Records an uninitialised read.
  void record_unwritten(std::uintptr_t address, Op op, const void* site);

  /// Whether the block has already recorded an uninitialised read that is reported before this one.
  bool has_recorded_unwritten(const void* site) const {
    return last_unwritten_.site == site && last_unwritten_.thread <= threads_.current;
  }
  void flush_any_pending();
  void check_sources(const TraceEvent* event, const TraceEvent* end);
  void check_lane(unsigned thread);

  BlockThreads& threads_;
  const BlockIdentity& identity_;
  BlockWatch& watch_;
  GlobalCheck check_;
  struct {
    const void* site = nullptr;
    unsigned thread = 0;
  } last_unwritten_;  ///< the last uninitialised read
};

}  // namespace simt
