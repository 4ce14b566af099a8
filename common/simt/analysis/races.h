/// @file
/// Finds races on shared memory: two threads of a block use the same bytes in one barrier interval,
/// at least one writes, and not both are atomic.
///
/// Within a warp, `__syncwarp` and the other collectives order the lanes that took part. Two plain
/// writes of the same value are let pass: `found = true` by several threads is common and harmless.
#pragma once

#include <cstdint>

#include "event.h"

namespace simt {

/// One side of a race.
struct RaceAccess {
  unsigned thread;  ///< of the block, x fastest
  Op op;
  const void* pc;
};

/// Watches the shared memory of one worker's block.
class SharedRaces {
 public:
  explicit SharedRaces(std::uintptr_t shared_base);
  ~SharedRaces();
  SharedRaces(const SharedRaces&) = delete;
  SharedRaces& operator=(const SharedRaces&) = delete;

  /// After the block barrier, and before a block: what was done so far is ordered before the rest.
  void barrier() { ++epoch_; }
  /// A collective of `mask` has completed. @param whole whether all live lanes of the warp took part.
  void collective(unsigned warp, std::uint32_t mask, bool whole);

  /// Notes an access that is about to happen. True if it races; then `earlier()` is the other side.
  bool access(std::uintptr_t address, unsigned bytes, Op op, unsigned thread, const void* pc);
  /// To be called before anything else happens to shared memory or to the schedule: was the last
  /// write, over another thread's, of another value?
  bool last_write_races();
  bool has_unjudged_write() const { return overwritten_ != nullptr; }

  const RaceAccess& earlier() const { return earlier_; }
  const RaceAccess& later() const { return later_; }
  std::uintptr_t address() const { return address_; }

 private:
  struct Use {
    std::uint32_t epoch;  ///< barrier interval; an older one is no use at all
    std::uint32_t time;   ///< collectives the warp had completed
    std::uint32_t pc;
    std::uint32_t lanes;  ///< readers: lanes of the warp of `thread` that read
    std::uint16_t thread;
    std::uint8_t bytes;  ///< which of the word's bytes, as a mask
    bool atomic;
    bool several_warps;  ///< readers only
  };
  struct Word {
    Use write;
    Use read;
  };
  struct WarpOrder {
    std::uint32_t time;          ///< collectives completed
    std::uint32_t whole_time;    ///< `time` after the last one of the whole warp
    std::uint32_t seen[32][32];  ///< [b][a]: lane b comes after lane a's uses before this time
  };

  bool access_word(Word& word, std::uint8_t bytes, Op op, unsigned thread, const void* pc);
  bool ordered(unsigned earlier_thread, std::uint32_t time, unsigned later_thread) const;
  bool reads_ordered(const Use& read, unsigned later_thread) const;
  bool found(const Use& use, unsigned earlier_thread, Op op, unsigned thread, Op later_op,
             const void* pc);

  const std::uintptr_t base_;
  Word* words_;
  std::uint32_t epoch_ = 0;
  WarpOrder warps_[32] = {};

  // A write over another thread's: a race if the value changes.
  const std::uint32_t* overwritten_ = nullptr;
  std::uint32_t old_value_ = 0;

  RaceAccess earlier_{};
  RaceAccess later_{};
  std::uintptr_t address_ = 0;
};

}  // namespace simt
