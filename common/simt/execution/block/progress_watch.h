/// @file
/// @ingroup simt_execution
/// Loops without an end: a block that neither finishes nor gets anywhere is stopped. Barriers, collectives and full
/// buffers are ticks of a clock; now and then it asks whether the block gets on.
#pragma once

#include <cstdint>

#include "execution/block/livelock.h"

namespace simt {

class Block;

class ProgressWatch {
 public:
  explicit ProgressWatch(Block& block) : block_(block) {}
  void begin_block();
  /// A tick. @return whether it is time to ask
  bool tick() { return --ticks_ == 0; }
  /// Stops the block if it does not get on. @param site where the running thread waits; null: what it has recorded
  /// last tells
  void check(const void* site);

 private:
  void check_state(const void* site);
  std::uint64_t hash_of_state(std::uintptr_t stack) const;
  [[noreturn]] void fail_timeout(bool repeats, const void* site);

  Block& block_;
  unsigned ticks_ = 1;
  unsigned live_before_ = 0;  ///< threads, when it was last asked
  std::uint64_t clock_reads_before_ = 0;
  LivelockCheck livelock_;
};

}  // namespace simt
