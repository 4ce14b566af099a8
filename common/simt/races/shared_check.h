/// @file
/// @ingroup simt_races
/// Checks the shared memory of one block for two mistakes.
///
/// Races: two threads use the same bytes in one barrier interval, at least one writes, not both accesses are atomic,
/// and neither happens before the other (shared_order.h). Two plain writes of the same value are accepted:
/// `found = true` by several threads is common and harmless. So is a plain read that a compare-and-swap verifies
/// (shared_cas_reads.h).
///
/// Uninitialised reads: shared memory starts with whatever the last block left there. All bytes of a number have to
/// be initialised; of a struct that is copied, at least one. The read is reported at the end of the barrier interval:
/// if another thread writes the bytes until then, it is a race instead.
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
#include "races/shared_cas_reads.h"
#include "races/shared_cells.h"
#include "races/shared_order.h"
#include "races/shared_rules.h"
#include "races/shared_uses.h"

namespace simt {

class SharedCheck {
 public:
  /// Returns what the memory at an address is declared as.
  using Declared = std::function<Elements(std::uintptr_t address)>;
  /// Returns whether the code at `pc` is part of a copy function that the compiler has generated.
  using IsInCopy = std::function<bool(const void* pc)>;
  /// @param declared if it is null, all memory counts as numbers
  explicit SharedCheck(std::uintptr_t shared_base, Declared declared = nullptr,
                       IsInCopy is_in_copy = nullptr);
  SharedCheck(const SharedCheck&) = delete;
  SharedCheck& operator=(const SharedCheck&) = delete;

  void begin_grid() { precise_ = false; }
  /// @param may_be_short whether `short_access` may be used at all
  void begin_block(unsigned threads = SharedOrder::kThreads, bool may_be_short = false);
  /// After the block barrier: everything so far happens before the rest.
  void barrier() {
    order_.barrier();
    sets_.barrier();
    histories_used_ = 0;
  }
  /// `__syncwarp` of `lanes`. @param whole whether all live lanes of the warp took part.
  void sync_warp(unsigned warp, std::uint32_t lanes, bool whole) {
    order_.sync_warp(warp, lanes, whole);
  }
  /// A barrier of all threads of these warps, a bit each, and of no others.
  void sync_warps(std::uint32_t warps) {
    order_.sync_warps(warps);
    set_precise(true);
  }
  /// The current timestamp of the thread, and whether what another one did at `timestamp` happens before what it does
  /// now.
  std::uint32_t timestamp(unsigned thread) const { return order_.timestamp(thread); }
  bool is_ordered(unsigned earlier, std::uint32_t timestamp, unsigned later) const {
    return timestamp < order_.interval() || order_.ordered(earlier, timestamp, later);
  }
  // What a fence of the thread covers, as in shared_order.h.
  std::uint32_t interval() const { return order_.interval(); }
  const SharedOrder::ClockPointer& clock(unsigned thread) const { return order_.clock(thread); }
  // As in shared_order.h.
  void fence(unsigned thread) { order_.fence(thread); }
  void release(std::uintptr_t flag, unsigned thread, bool is_store, bool has_order) {
    order_.release(flag, thread, is_store, has_order);
    set_precise(order_.has_flags());
  }
  void acquire(std::uintptr_t flag, unsigned thread, bool has_order) {
    order_.acquire(flag, thread, has_order);
    set_precise(order_.has_flags());
  }
  void arrive(unsigned which, std::uint32_t phase, unsigned thread) {
    order_.arrive(which, phase, thread);
    set_precise(true);
  }
  void pass(unsigned which, std::uint32_t phase, unsigned thread) {
    order_.pass(which, phase, thread);
  }

  /// Records a plain load of a word that so far has only been read, by anybody, or here by lanes of this warp. False:
  /// nothing is done.
  [[gnu::always_inline]] bool is_read_again(std::uintptr_t address, unsigned thread,
                                            const void* pc) {
    return short_way_ && joins_readers(own_.of(address), thread, pc);
  }
  /// Records a plain load or store of a word, if that is simple, and races with nothing. False: nothing is done.
  template <Op op>
  [[gnu::always_inline]] bool short_access(std::uintptr_t address, unsigned thread,
                                           const void* pc) {
    if (!short_way_) return false;
    Cell& cell = own_.of(address);
    return fast_access<op>(own_, cell, 15, thread, pc);
  }
  /// Records a plain load or store that is about to happen. True if it races: see `race()`.
  template <Op op>
  [[gnu::always_inline]] bool plain_access(std::uintptr_t address, unsigned bytes, unsigned thread,
                                           const void* pc, ReadKind kind = ReadKind::kNumber) {
    unsigned done = 0;
    if (!precise_ && address % 4 == 0) [[likely]] {
      Cell* cell = &own_.of(address);
      while (bytes - done >= 4 && fast_access<op>(own_, *cell, 15, thread, pc)) {
        done += 4;
        ++cell;
        if (done == bytes) return false;
      }
    }
    const bool races =
        access_words(own_, address, bytes, done,
                     op == Op::kLoad ? SharedUse::kRead : SharedUse::kWrite, op, thread, pc, kind);
    choose_way();
    return races;
  }
  /// Checks any access to the block's memory. @return whether it races
  bool access(std::uintptr_t address, unsigned bytes, SharedUse use, Op op, unsigned thread,
              const void* pc, ReadKind kind = ReadKind::kNumber) {
    const bool races = access_words(own_, address, bytes, 0, use, op, thread, pc, kind);
    choose_way();
    return races;
  }
  /// Checks an access of a thread of this block to the memory of another block of the cluster, against
  /// accesses by other threads of this block.
  /// @param rank of that block
  /// @param base of its memory
  bool access_remote(unsigned rank, std::uintptr_t base, std::uintptr_t address, unsigned bytes,
                     SharedUse use, Op op, unsigned thread, const void* pc);
  /// A read of an aggregate is about to happen: checks that it is not uninitialised.
  void check_aggregate(std::uintptr_t address, std::size_t bytes, ClusterThread thread,
                       const void* pc);
  /// Records an access by a thread of another block: checks that it reads initialised bytes, and marks what it writes
  /// as such. Its races are found by cluster_check.h.
  void access_by_remote(std::uintptr_t address, unsigned bytes, const RaceAccess& access,
                        ReadKind kind);
  /// Whether a thread of its warp has fenced since the last barrier.
  bool has_fenced(unsigned thread) const { return order_.has_fenced(thread); }
  /// How a volatile store counts: after a fence it is a flag.
  SharedUse volatile_store(unsigned thread) const {
    return order_.has_fenced(thread) ? SharedUse::kUpdate : SharedUse::kWrite;
  }
  /// Whether the last write has changed a value that another thread had written. To be called before any other access
  /// to shared memory, and before another thread runs.
  bool last_write_races() {
    if (overwritten_.empty()) return false;
    const bool races = overwritten_.find_race(race_);
    choose_way();
    return races;
  }
  bool has_unchecked_write() const { return !overwritten_.empty(); }
  SharedCasReads& cas_reads() { return cas_reads_; }
  /// A thread that has read at `pc` goes on to a compare-and-swap.
  void add_cas_read(const void* pc) {
    cas_reads_.add(pc);
    set_precise(true);
  }
  /// At the end of a barrier interval: whether one of the deferred races is one.
  bool deferred_read_races() { return cas_reads_.has_deferred() && cas_reads_.find_race(race_); }

  /// The first uninitialised read since `begin_block`; pc null: none.
  const RaceAccess& unwritten() const { return unwritten_; }
  std::uintptr_t unwritten_address() const { return unwritten_address_; }

  const Race& race() const { return race_; }
  /// Whether threads have been ordered by flags.
  bool has_flags() const { return order_.has_flags(); }

 private:
  using Cell = SharedCell;
  using State = SharedCell::State;
  /// A write that another thread has overwritten, and the value that it had left.
  struct Replaced {
    Uses write;
    std::uint32_t value;
  };
  /// The access history of a word, or of a byte. Of the writes that were overwritten, it has the last one, and the
  /// last one that had left another value.
  struct History {
    Uses uses[kSharedUses];  ///< by SharedUse; of the writes, the last one
    Replaced replaced[2];

    Uses& operator[](SharedUse use) { return uses[static_cast<unsigned>(use)]; }
  };

  void set_precise(bool precise) {
    precise_ |= precise;
    choose_way();
  }
  void choose_way() { short_way_ = may_be_short_ && !precise_ && overwritten_.empty(); }

  static std::uint32_t site_of(const void* pc) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pc));
  }

  /// A plain load: true if others have read the word, or lanes of its warp at the same place, and now it has, too.
  [[gnu::always_inline]] bool joins_readers(Cell& cell, unsigned thread, const void* pc) {
    if (cell.state == State::kReadMany) return cell.timestamp >= order_.interval();
    if (cell.state != State::kRead || cell.timestamp != order_.timestamp(thread) ||
        (cell.thread ^ thread) >= kWarpLanes || cell.pc != site_of(pc)) {
      return false;
    }
    cell.lanes |= 1u << thread % kWarpLanes;
    return true;
  }
  /// The fast path: true if the plain access races with none and fits into the cell, where it is then recorded.
  /// @param written bytes that must be initialised
  template <Op op>
  [[gnu::always_inline]] bool fast_access(const SharedCells& cells, Cell& cell, unsigned written,
                                          unsigned thread, const void* pc) {
    const std::uint32_t timestamp = order_.timestamp(thread);
    const std::uint32_t lane = 1u << thread % kWarpLanes;
    const auto short_thread = static_cast<std::uint16_t>(thread);
    if (cell.timestamp < order_.interval()) {
      if (op == Op::kLoad && (cell.written < written || cell.timestamp < block_timestamp_))
        return false;
      cell.timestamp = timestamp;
      cell.pc = site_of(pc);
      cell.lanes = lane;
      cell.thread = short_thread;
      cell.state = op == Op::kLoad ? State::kRead : State::kOwn;
      if (op == Op::kStore) cell.written = 15;
      return true;
    }
    if (op == Op::kLoad) {
      if (joins_readers(cell, thread, pc)) return true;
      if (cell.timestamp != timestamp) return false;
      if (cell.state == State::kRead) {  // at another place, which counts if the lane is new
        return cell.thread / kWarpLanes == thread / kWarpLanes && (cell.lanes & lane) != 0;
      }
      if (cell.thread != thread || cell.state > State::kOwnRead) return false;
      if (cell.state == State::kOwn) {
        cell.state = State::kOwnRead;
        cells.second(cell) = {site_of(pc), short_thread};
      }
      return true;
    }
    if (cell.timestamp != timestamp || cell.thread != thread) return false;
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

  bool access_words(SharedCells& cells, std::uintptr_t address, unsigned bytes, unsigned done,
                    SharedUse use, Op op, unsigned thread, const void* pc, ReadKind kind);
  bool some_are_written(std::uintptr_t address, std::size_t bytes) const;
  /// Records an uninitialised read, if this access is one. @param missing the first uninitialised byte; 0: none
  void check_initialised(std::uintptr_t address, unsigned bytes, std::uintptr_t missing,
                         ReadKind kind, const RaceAccess& access);
  bool word_races(const SharedCells& cells, Cell& cell, SharedUse use, Op op, unsigned thread,
                  const void* pc);
  History& history_of(const SharedCells& cells, Cell& cell);
  History* histories_of_bytes(const SharedCells& cells, Cell& cell);
  std::uint32_t new_histories(unsigned count);
  /// @param address of the word, or of the byte
  bool races(History& history, std::uintptr_t address, unsigned bytes, SharedUse use, Op op,
             unsigned thread, const void* pc);
  /// The write that another one, which finds this value, races with; the last write first. @param differs whether it
  /// had left another value
  User find_writer(History& history, std::uint32_t value, unsigned thread, bool* differs);
  void replace_write(History& history, std::uint32_t value, std::uint32_t pc, unsigned thread);
  /// A use that does not happen before what the thread does now, and that `accept` accepts.
  template <class Accept>
  User find_unordered(const Uses& uses, unsigned thread, Accept accept);
  User find_unordered(const Uses& uses, unsigned thread);
  void join(Uses& uses, std::uint32_t pc, unsigned thread);

  const Declared declared_;
  const IsInCopy is_in_copy_;
  SharedCells own_;
  std::vector<std::unique_ptr<SharedCells>> remote_cells_;  ///< by rank; null: not used so far
  /// Records every user: needed where threads are ordered by more than barriers, or where some reads do not race.
  bool precise_ = false;
  bool may_be_short_ = false;
  bool short_way_ = false;             ///< now
  std::uint32_t block_timestamp_ = 0;  ///< older cells belong to an earlier block
  SharedOrder order_;
  std::vector<History> histories_;
  std::size_t histories_used_ = 0;
  UserSets sets_;

  OverwrittenWords overwritten_;
  SharedCasReads cas_reads_;
  RaceAccess unwritten_{};
  std::uintptr_t unwritten_address_ = 0;
  Race race_;
};

}  // namespace simt
