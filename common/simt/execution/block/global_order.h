/// @file
/// @ingroup simt_execution
/// Connects a resident block's threads with the check of global memory: hashes what they store, feeds their events to
/// the check in time, and watches them poll.
#pragma once

#include <cstdint>
#include <utility>

#include "base/trace_event.h"
#include "execution/block/block_identity.h"
#include "execution/block/polled_word.h"
#include "execution/block/threads.h"
#include "races/global_check.h"
#include "races/read_kind.h"

namespace simt {

struct Observers;

class GlobalOrder {
 public:
  GlobalOrder(BlockThreads& threads, const BlockIdentity& identity, Observers& observers)
      : threads_(threads), identity_(identity), observers_(observers) {}

  void begin_block();
  GlobalCheck& check() { return check_; }
  bool watches() const { return check_.watches(); }
  /// The pending access has happened: hashes the stored value, or acquires what a volatile load has seen.
  void flush_pending();
  /// The running thread has polled a word. After too many polls without a change, its buffer counts as full, so that
  /// others run. @param seen the word's address, maybe with a hash of its value @param is_new whether it has acquired
  /// a new release
  void record_poll(std::uint64_t seen, bool is_new);
  /// The running thread waits at a barrier or in a collective, which lets others proceed.
  void reset_polls() {
    polls_ = 0;
    only_polls_ = false;
  }
  /// A time slice of the block begins.
  void begin_slice() { only_polls_ = true; }
  /// Whether its threads have only polled in this slice. @param has_spun the result of `has_spun()` for the running one
  bool only_polls(bool has_spun) { return only_polls_ &= has_spun || is_still_polling(); }
  /// Whether a thread has polled too often without a change, since the last call.
  bool has_spun() { return std::exchange(has_spun_, false); }
  PolledWord polled_word() const { return PolledWord(polled_ & kAddressMask); }
  /// Checks the events of all threads so far; the cursor of the running one must be up to date.
  void check_all_lanes();

  /// Whether another thread has freed this byte of the heap, concurrently with what the running thread does.
  bool is_freed_concurrently(std::uintptr_t address);
  /// The same for an access that is about to happen. If so, it is recorded as a race at once: the access may fail.
  bool races_with_free(std::uintptr_t address, Access access, const void* pc);

  /// `lanes` of the warp wait in `__syncwarp`. @param whole whether these are all live lanes
  void sync_warp(unsigned warp, std::uint32_t lanes, bool whole);
  /// All threads of these warps, a bit each, wait at their barrier.
  void sync_warps(std::uint32_t warps);
  void fence(Scope scope);
  /// Whether anything in shared memory can order what the block's threads do.
  bool orders_inside() const { return check_.has_fences(); }
  /// Before an atomic or volatile store, and after an atomic or volatile load. @param address of global
  /// memory, or of the block's shared memory
  void release(std::uintptr_t address, Scope scope);
  /// @return whether it synchronizes with a release that the block had not seen yet
  bool acquire(std::uintptr_t address, TraceEvent* end, Scope scope);
  /// The running thread does a compare-and-swap at `address`, which it may have read before.
  void record_cas(std::uintptr_t address, unsigned bytes, CasReads& cas_reads);

  /// The running thread reads bytes that are at least partly uninitialised: records that if it is a mistake.
  void check_written(std::uintptr_t address, Access access, const void* site, ReadKind kind);
  /// Records an uninitialised read.
  void record_unwritten(std::uintptr_t address, Op op, const void* site);
  /// The running thread frees memory of the heap.
  void free_memory(std::uintptr_t address, std::size_t bytes, const void* site);

 private:
  bool is_still_polling() const;
  /// Whether the block has already recorded an uninitialised read that is reported before this one.
  bool has_recorded_unwritten(const void* site) const {
    return last_unwritten_.site == site && last_unwritten_.thread <= threads_.current;
  }
  void check_sources(const TraceEvent* event, const TraceEvent* end);
  void check_lane(unsigned thread);

  BlockThreads& threads_;
  const BlockIdentity& identity_;
  Observers& observers_;
  GlobalCheck check_;
  std::uint64_t polled_ = 0;  ///< `seen` of the last poll
  unsigned polls_ = 0;        ///< in a row without a change
  bool has_spun_ = false;
  bool only_polls_ = true;  ///< in this time slice
  struct {
    const void* site = nullptr;
    unsigned thread = 0;
  } last_unwritten_;  ///< the last uninitialised read
};

}  // namespace simt
