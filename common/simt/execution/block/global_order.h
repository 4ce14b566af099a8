/// @file
/// @ingroup simt_execution
/// The threads of a resident block in the check of global memory: what they have stored and seen, and
/// when.
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
  /// What was pending has happened: hashes what a store has written, and sees what a volatile load saw.
  void flush_pending();
  /// The running thread, in which nothing is pending, has looked whether a word has changed. If it has done so in vain
  /// for a while, it has no room for more events. @param seen the word's address, or that and a hash of its value
  void note_poll(std::uint64_t seen, bool is_news);
  /// The running thread waits at a barrier or for its warp, which lets others go on.
  void forget_polls() {
    polls_ = 0;
    only_polls_ = false;
  }
  /// The block has a turn.
  void begin_turn() { only_polls_ = true; }
  /// Whether its threads have only polled since then. @param in_vain what `polled_in_vain()` says of the running one
  bool only_polls(bool in_vain) { return only_polls_ &= in_vain || still_polls(); }
  /// Whether a thread has polled in vain since this was asked.
  bool polled_in_vain() { return std::exchange(polled_in_vain_, false); }
  PolledWord polled_word() const { return PolledWord(polled_ & kAddressMask); }
  /// The check has seen what all threads have done so far; the cursor of the running one must be up to
  /// date.
  void check_all_lanes();

  /// Whether another thread has given this byte of the heap back, and nothing orders that and what the running thread
  /// does.
  bool is_freed_concurrently(std::uintptr_t address);
  /// The same of what it is about to use, which is noted at once if so: it may fail of what it finds there.
  bool races_with_free(std::uintptr_t address, Access access, const void* pc);

  /// Lanes of the warp have called `__syncwarp`, and wait in it. @param whole whether all that live
  void synchronized(unsigned warp, std::uint32_t lanes, bool whole);
  /// All threads of these warps, a bit each, wait for each other.
  void synchronized(std::uint32_t warps);
  void fence(Scope scope);
  /// Whether anything in shared memory can order what the block's threads do.
  bool orders_inside() const { return check_.has_fences(); }
  /// Before an atomic or volatile store, and after an atomic or volatile load. @param address of global
  /// memory, or of the block's shared memory
  void release(std::uintptr_t address, Scope scope);
  /// @return whether it saw a release that the block did not know of
  bool acquire(std::uintptr_t address, TraceEvent* end, Scope scope);
  /// The running thread compares and swaps at `address`, which it may have read before.
  void record_cas(std::uintptr_t address, unsigned bytes, CasReads& cas_reads);

  /// An access of the running thread looks at what nobody has written, all or some of it: notes that if it is a
  /// mistake.
  void check_written(std::uintptr_t address, Access access, const void* site, ReadKind kind);
  /// It is one.
  void note_unwritten(std::uintptr_t address, Op op, const void* site);
  /// The running thread gives memory of the heap back.
  void free_memory(std::uintptr_t address, std::size_t bytes, const void* site);

 private:
  bool still_polls() const;
  /// Whether there is nothing to be added to what the block has noted.
  bool has_noted_unwritten(const void* site) const {
    return noted_unwritten_.site == site && noted_unwritten_.thread <= threads_.current;
  }
  void check_sources(const TraceEvent* event, const TraceEvent* end);
  void check_lane(unsigned thread);

  BlockThreads& threads_;
  const BlockIdentity& identity_;
  Observers& observers_;
  GlobalCheck check_;
  std::uint64_t polled_ = 0;  ///< what the last poll saw
  unsigned polls_ = 0;        ///< in a row that saw the same
  bool polled_in_vain_ = false;
  bool only_polls_ = true;  ///< in this turn
  struct {
    const void* site = nullptr;
    unsigned thread = 0;
  } noted_unwritten_;  ///< the last read of what nobody has written
};

}  // namespace simt
