/// @file
/// @ingroup simt_execution
/// Watchdog for endless loops: stops a block that neither finishes nor makes progress. Barriers, collectives and full
/// buffers are its ticks; after a number of them it checks for progress.
#pragma once

#include <cstdint>

#include "execution/block/livelock.h"

namespace simt {

class Block;

class ProgressWatch {
 public:
  explicit ProgressWatch(Block& block) : block_(block) {}
  void begin_block();
  /// A tick. @return whether a check is due
  bool tick() { return --ticks_ == 0; }
  /// Stops the block if it makes no progress. @param site where the running thread waits; null: its last event tells
  void check(const void* site);

 private:
  void check_state(const void* site);
  std::uint64_t hash_of_state(std::uintptr_t stack) const;
  [[noreturn]] void fail_timeout(bool repeats, const void* site);

  Block& block_;
  unsigned ticks_ = 1;
  unsigned live_before_ = 0;  ///< threads, at the last check
  std::uint64_t clock_reads_before_ = 0;
  LivelockCheck livelock_;
};

}  // namespace simt
