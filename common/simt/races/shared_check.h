/// @file
/// @ingroup simt_races
/// Watches shared memory for two mistakes.
///
/// A race: two threads of a block use the same bytes in one barrier interval, at least one writes,
/// and not both are atomic.
/// Within a warp, `__syncwarp` and the other collectives order the lanes that took part. Two plain
/// writes of the same value are let pass: `found = true` by several threads is common and harmless.
///
/// A read of what nobody has written: shared memory starts with whatever the last block left there.
/// It is reported at the end of the barrier interval: if somebody writes until then, it is a race.
/// A number has to be written whole; of a struct that is copied, some byte.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "simt/elements.h"

#include "base/trace_event.h"
#include "races/look.h"

namespace simt {

/// One side of a race.
struct RaceAccess {
  unsigned thread;  ///< of the block, x fastest; of the cluster's block r: 1024 * (r + 1) more
  Op op;
  const void* pc;
};

/// Watches the shared memory of one block.
class SharedCheck {
 public:
  /// What the memory at an address is declared as.
  using Declared = std::function<Elements(std::uintptr_t address)>;
  /// @param declared if it is null, all memory counts as numbers
  explicit SharedCheck(std::uintptr_t shared_base, Declared declared = nullptr);
  ~SharedCheck();
  SharedCheck(const SharedCheck&) = delete;
  SharedCheck& operator=(const SharedCheck&) = delete;

  void begin_block() {
    ++block_;
    unwritten_.pc = nullptr;
    barrier();
  }
  /// After the block barrier: what was done so far is ordered before the rest.
  void barrier() {
    ++epoch_;
    if (!times_.empty()) times_.clear();
  }
  /// A collective of `mask` has completed. @param whole whether all live lanes of the warp took part.
  void collective(unsigned warp, std::uint32_t mask, bool whole);

  /// Notes an access that is about to happen. True if it races; then `earlier()` is the other side.
  /// @param atomic an atomic operation, or a load or store of an atomic object
  bool access(std::uintptr_t address, unsigned bytes, Op op, bool atomic, unsigned thread,
              const void* pc, Look look = Look::kAtNumber);
  /// Notes a read of an aggregate that is about to happen, for the second mistake.
  void look_at(std::uintptr_t address, std::size_t bytes, unsigned thread, const void* pc);
  /// To be called before anything else happens to shared memory or to the schedule: was the last
  /// write, over another thread's, of another value?
  bool last_write_races();
  bool has_unjudged_write() const { return !overwritten_.empty(); }

  /// The first read of unwritten memory since the last call of `begin_block`; pc null: none.
  const RaceAccess& unwritten() const { return unwritten_; }
  std::uintptr_t unwritten_address() const { return unwritten_address_; }

  const RaceAccess& earlier() const { return earlier_; }
  const RaceAccess& later() const { return later_; }
  std::uintptr_t address() const { return address_; }

 private:
  struct Use {
    std::uint32_t epoch;  ///< barrier interval; an older one is no use at all
    std::uint32_t time;   ///< collectives the warp had completed, or kSeveralTimes
    std::uint32_t pc;     ///< of the first
    std::uint32_t lanes;  ///< of the warp of `thread`
    std::uint16_t thread;
    std::uint16_t other;  ///< one of another warp; `thread` if there is none
  };
  struct Uses {
    Use write;   ///< that was not atomic: the last one
    Use update;  ///< atomic: by all that nothing orders
    Use read;    ///< by all that nothing orders
  };
  struct Word {
    Uses uses;
    std::uint32_t block;   ///< that the rest belongs to
    std::uint8_t written;  ///< bytes that somebody has written, as a mask
    bool split;            ///< the block uses parts of it: who uses what is noted byte by byte
  };
  struct WarpOrder {
    std::uint32_t time;          ///< collectives completed
    std::uint32_t whole_time;    ///< `time` after the last one of the whole warp
    std::uint32_t seen[32][32];  ///< [b][a]: lane b comes after lane a's uses before this time
  };

  static constexpr unsigned kNobody = ~0u;
  static constexpr std::uint32_t kSeveralTimes = ~0u;

  bool some_are_written(std::uintptr_t address, std::size_t bytes) const;
  /// An access has met bytes that nobody has written. @param missing the first of them
  void judge_missing(std::uintptr_t address, unsigned bytes, std::uintptr_t missing, Look look,
                     const RaceAccess& access);
  static bool is_remote(unsigned thread) { return thread >= 1024; }
  /// @param word its address
  bool races(Uses& uses, std::uintptr_t word, Op op, bool atomic, unsigned thread, const void* pc);
  bool bytes_race(Word& word, std::uint8_t bytes, Op op, bool atomic, unsigned thread,
                  const void* pc);
  bool ordered(unsigned earlier_thread, std::uint32_t time, unsigned later_thread) const;
  unsigned unordered_user(const Use& use, unsigned later_thread) const;
  void join(Use& use, std::uint32_t time, std::uint32_t pc, unsigned thread);
  void copy_times(const Use& from, const Use& to) {
    if (from.time == kSeveralTimes && from.epoch == epoch_) times_[&to] = times_.at(&from);
  }
  bool found(const Use& use, unsigned earlier_thread, Op op, unsigned thread, Op later_op,
             const void* pc);

  const std::uintptr_t base_;
  const Declared declared_;
  Word* const words_;
  Uses* const bytes_;
  std::uint32_t epoch_ = 0;
  std::uint32_t block_ = 0;
  WarpOrder warps_[32] = {};
  /// Of uses by lanes that had completed different numbers of collectives: how many each.
  std::unordered_map<const Use*, std::array<std::uint32_t, 32>> times_;

  /// A word, about to be written over another thread's write: a race if the value changes.
  struct Overwritten {
    const std::uint32_t* word;
    std::uint32_t old_value;
    RaceAccess earlier, later;
  };
  std::vector<Overwritten> overwritten_;  ///< by one access

  RaceAccess unwritten_{};
  std::uintptr_t unwritten_address_ = 0;

  RaceAccess earlier_{};
  RaceAccess later_{};
  std::uintptr_t address_ = 0;
};

}  // namespace simt
