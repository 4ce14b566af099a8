/// @file
/// @ingroup simt_races
/// Watches the shared memory of one block for two mistakes of its threads.
///
/// A race: two threads use the same bytes in one barrier interval, at least one writes, not both are
/// atomic, and nothing orders them (shared_order.h). Two plain writes of the same value are let pass:
/// `found = true` by several threads is common and harmless. So is a plain read that a compare-and-swap
/// checks (swap_reads.h).
///
/// A read of what nobody has written: shared memory starts with whatever the last block left there.
/// A number has to be written whole; of a struct that is copied, some byte.
/// It is reported at the end of the barrier interval: if somebody writes until then, it is a race.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "simt/elements.h"

#include "base/trace_event.h"
#include "races/overwritten.h"
#include "races/race_access.h"
#include "races/read_kind.h"
#include "races/shared_cells.h"
#include "races/shared_order.h"
#include "races/shared_uses.h"
#include "races/swap_reads.h"

namespace simt {

class SharedCheck {
 public:
  /// What the memory at an address is declared as.
  using Declared = std::function<Elements(std::uintptr_t address)>;
  /// Whether code is part of a copy function that the compiler has made.
  using IsInCopy = std::function<bool(const void* pc)>;
  /// @param declared if it is null, all memory counts as numbers
  explicit SharedCheck(std::uintptr_t shared_base, Declared declared = nullptr,
                       IsInCopy is_in_copy = nullptr);
  SharedCheck(const SharedCheck&) = delete;
  SharedCheck& operator=(const SharedCheck&) = delete;

  void begin_grid() { precise_ = false; }
  void begin_block(unsigned threads = SharedOrder::kThreads);
  /// After the block barrier: what was done so far is ordered before the rest.
  void barrier() {
    order_.barrier();
    sets_.barrier();
    notes_used_ = 0;
  }
  /// `__syncwarp` of `lanes`. @param whole whether all live lanes of the warp took part.
  void meet(unsigned warp, std::uint32_t lanes, bool whole) { order_.meet(warp, lanes, whole); }
  /// All threads of these warps, a bit each, have met; others of the block have not.
  void meet_warps(std::uint32_t warps) {
    order_.meet_warps(warps);
    precise_ = true;
  }
  /// The tick that the thread is in, and whether what another one did in such a tick comes before what it
  /// does now.
  std::uint32_t tick(unsigned thread) const { return order_.tick(thread); }
  bool is_ordered(unsigned earlier, std::uint32_t tick, unsigned later) const {
    return tick < order_.interval() || order_.ordered(earlier, tick, later);
  }
  // As in shared_order.h.
  void fence(unsigned thread) { order_.fence(thread); }
  void release(std::uintptr_t flag, unsigned thread, bool is_store, bool has_order) {
    order_.release(flag, thread, is_store, has_order);
    precise_ |= order_.has_flags();
  }
  void acquire(std::uintptr_t flag, unsigned thread, bool has_order) {
    order_.acquire(flag, thread, has_order);
    precise_ |= order_.has_flags();
  }
  void arrive(unsigned which, std::uint32_t phase, unsigned thread) {
    order_.arrive(which, phase, thread);
    precise_ = true;
  }
  void pass(unsigned which, std::uint32_t phase, unsigned thread) {
    order_.pass(which, phase, thread);
  }

  /// Notes a plain load or store that is about to happen. True if it races; then `race()` tells.
  template <Op op>
  [[gnu::always_inline]] bool plain_access(std::uintptr_t address, unsigned bytes, unsigned thread,
                                           const void* pc, ReadKind kind = ReadKind::kNumber) {
    unsigned done = 0;
    if (!precise_ && address % 4 == 0) [[likely]] {
      Cell* cell = &own_.of(address);
      while (bytes - done >= 4 && is_simple<op>(own_, *cell, 15, thread, pc)) {
        done += 4;
        ++cell;
        if (done == bytes) return false;
      }
    }
    return access_rest(own_, address, bytes, done,
                       op == Op::kLoad ? SharedUse::kRead : SharedUse::kWrite, op, thread, pc,
                       kind);
  }
  /// The same of any access to the block's memory.
  bool access(std::uintptr_t address, unsigned bytes, SharedUse use, Op op, unsigned thread,
              const void* pc, ReadKind kind = ReadKind::kNumber) {
    return access_rest(own_, address, bytes, 0, use, op, thread, pc, kind);
  }
  /// The same of an access to the memory of another block of the cluster, against what other threads of this
  /// block do there. @param rank of that block, and `base` of its memory
  bool access_elsewhere(unsigned rank, std::uintptr_t base, std::uintptr_t address, unsigned bytes,
                        SharedUse use, Op op, unsigned thread, const void* pc);
  /// Notes a read of an aggregate that is about to happen, for the second mistake.
  void check_aggregate(std::uintptr_t address, std::size_t bytes, unsigned thread, const void* pc);
  /// Notes what a thread of another block does: whether it reads what nobody has written, and what it writes.
  /// Races with it are for cluster_check.h.
  void remote_access(std::uintptr_t address, unsigned bytes, const RaceAccess& access,
                     ReadKind kind);
  /// Whether a thread of its warp has fenced since the last barrier.
  bool has_fenced(unsigned thread) const { return order_.has_fenced(thread); }
  /// How a volatile store counts: behind a fence it is a flag.
  SharedUse volatile_store(unsigned thread) const {
    return order_.has_fenced(thread) ? SharedUse::kUpdate : SharedUse::kWrite;
  }
  /// To be called before anything else happens to shared memory or to the schedule: was the last
  /// write, over another thread's, of another value?
  bool last_write_races() { return !overwritten_.empty() && overwritten_.judge(race_); }
  bool has_unjudged_write() const { return !overwritten_.empty(); }
  SwapReads& swap_reads() { return swap_reads_; }
  /// A thread that has read at `pc` goes on to a compare-and-swap.
  void learn_swap(const void* pc) {
    swap_reads_.learn(pc);
    precise_ = true;
  }
  /// At the end of a barrier interval: the races that waited for it.
  bool waiting_read_races() { return swap_reads_.is_waiting() && swap_reads_.judge(race_); }

  /// The first read of unwritten memory since the last call of `begin_block`; pc null: none.
  const RaceAccess& unwritten() const { return unwritten_; }
  std::uintptr_t unwritten_address() const { return unwritten_address_; }

  const Race& race() const { return race_; }
  /// Whether threads have been ordered by flags.
  bool has_flags() const { return order_.has_flags(); }

 private:
  using Cell = SharedCell;
  using State = SharedCell::State;
  /// A write that another thread's has replaced, and what it had left.
  struct Replaced {
    Uses write;
    std::uint32_t value;
  };
  /// Of the writes that were replaced, there are the last one, and the last one that had left something else.
  struct Notes {
    Uses write;  ///< the last one, not atomic
    Replaced replaced[2];
    Uses update;
    Uses read;
    Uses strong_read;
  };

  static std::uint32_t site_of(const void* pc) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pc));
  }

  /// Whether the plain access races with none and the cell has room for it. @param written bytes that
  /// somebody must have written
  template <Op op>
  [[gnu::always_inline]] bool is_simple(const SharedCells& cells, Cell& cell, unsigned written,
                                        unsigned thread, const void* pc) {
    const std::uint32_t tick = order_.tick(thread);
    const std::uint32_t lane = 1u << thread % 32;
    const auto short_thread = static_cast<std::uint16_t>(thread);
    if (cell.tick < order_.interval()) {
      if (op == Op::kLoad && (cell.written < written || cell.tick < block_tick_)) return false;
      cell.tick = tick;
      cell.pc = site_of(pc);
      cell.lanes = lane;
      cell.thread = short_thread;
      cell.state = op == Op::kLoad ? State::kRead : State::kOwn;
      if (op == Op::kStore) cell.written = 15;
      return true;
    }
    if (op == Op::kLoad) {
      if (cell.state == State::kReadMany) return true;
      if (cell.tick != tick) return false;
      if (cell.state == State::kRead) {
        if (cell.thread / 32 != thread / 32) return false;
        if ((cell.lanes & lane) != 0) return true;
        if (cell.pc != site_of(pc)) return false;
        cell.lanes |= lane;
        return true;
      }
      if (cell.thread != thread || cell.state > State::kOwnRead) return false;
      if (cell.state == State::kOwn) {
        cell.state = State::kOwnRead;
        cells.second(cell) = {site_of(pc), short_thread};
      }
      return true;
    }
    if (cell.tick != tick || cell.thread != thread) return false;
    if (cell.state == State::kRead && cell.lanes == lane) {
      cells.second(cell) = {cell.pc, short_thread};
      cell.state = State::kOwnRead;
      cell.written = 15;
    } else if (cell.state != State::kOwn && cell.state != State::kOwnRead) {
      return false;
    }
    cell.pc = site_of(pc);
    return true;
  }

  bool access_rest(SharedCells& cells, std::uintptr_t address, unsigned bytes, unsigned done,
                   SharedUse use, Op op, unsigned thread, const void* pc, ReadKind kind);
  bool some_are_written(std::uintptr_t address, std::size_t bytes) const;
  /// An access has met bytes that nobody has written. @param missing the first of them
  void judge_missing(std::uintptr_t address, unsigned bytes, std::uintptr_t missing, ReadKind kind,
                     const RaceAccess& access);
  bool word_races(const SharedCells& cells, Cell& cell, SharedUse use, Op op, unsigned thread,
                  const void* pc);
  Notes& notes_of(const SharedCells& cells, Cell& cell);
  Notes* notes_of_bytes(const SharedCells& cells, Cell& cell);
  std::uint32_t new_notes(unsigned count);
  /// @param address of the word, or of the byte
  bool races(Notes& notes, std::uintptr_t address, unsigned bytes, SharedUse use, Op op,
             unsigned thread, const void* pc);
  /// What a write that finds this value races with, the last write first. @param differs whether that has left
  /// another value
  User find_writer(const Notes& notes, std::uint32_t value, unsigned thread, bool* differs);
  void replace_write(Notes& notes, std::uint32_t value, std::uint32_t pc, unsigned thread);
  bool write_races(Notes& notes, std::uintptr_t address, unsigned bytes, Op op, unsigned thread,
                   const void* pc);
  /// A use that nothing orders before what the thread does now, and that is `accepted`.
  template <class Accept>
  User find_unordered(const Uses& uses, unsigned thread, Accept accept);
  User find_unordered(const Uses& uses, unsigned thread);
  void join(Uses& uses, std::uint32_t pc, unsigned thread);
  Race race_of(const User& earlier, Op op, unsigned thread, Op later_op, const void* pc) const {
    return {{earlier.thread, op, reinterpret_cast<const void*>(std::uintptr_t{earlier.pc})},
            {thread, later_op, pc},
            race_.address};
  }

  const Declared declared_;
  const IsInCopy is_in_copy_;
  SharedCells own_;
  std::vector<std::unique_ptr<SharedCells>> elsewhere_;  ///< by rank; null: not used so far
  /// All uses are noted exactly: where threads are ordered by more than barriers, or where some reads
  /// are no race, it matters who has done what.
  bool precise_ = false;
  std::uint32_t block_tick_ = 0;  ///< what is older has been another block's
  SharedOrder order_;
  std::vector<Notes> notes_;
  std::size_t notes_used_ = 0;
  UserSets sets_;

  OverwrittenWords overwritten_;
  SwapReads swap_reads_;
  RaceAccess unwritten_{};
  std::uintptr_t unwritten_address_ = 0;
  Race race_;
};

}  // namespace simt
