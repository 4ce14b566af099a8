/// @file
/// @ingroup simt_execution
/// Watchdog for endless loops: stops a block that neither finishes nor makes progress. Barriers, collectives and full
/// buffers are its ticks; after a number of them it checks for progress. A block that uses nothing but its own memory
/// is stopped as soon as it repeats itself; one that may wait for others gets the time of SIMT_TIMEOUT.
#pragma once

#include <cstdint>

#include "execution/block/lane_order.h"
#include "execution/block/livelock.h"
#include "execution/threads/polls.h"

namespace simt {

class Residency;
class ScheduledBlock;
struct BlockWatch;

class ProgressWatch {
 public:
  ProgressWatch(ScheduledBlock& block, const Residency& residency, BlockWatch& watch,
                LaneOrder& order, Polls& polls)
      : block_(block), residency_(residency), watch_(watch), order_(order), polls_(polls) {}
  void begin_block();
  /// A tick. @return whether a check is due
  bool tick() { return --ticks_ == 0; }
  /// Stops the block if it makes no progress. @param site where the running thread waits; null: its last event tells
  void check(const void* site);

 private:
  void check_state(const void* site);
  bool depends_on_others() const;
  void check_alone(std::uintptr_t stack, const void* site);
  std::uint64_t hash_of_thread(std::uint64_t seed, unsigned thread, std::uintptr_t stack) const;
  std::uint64_t hash_of_state(std::uintptr_t stack) const;
  [[noreturn]] void fail_timeout(bool repeats, const void* site);
  std::string phases_of_awaited() const;
  [[noreturn]] void fail_alone(const void* site);

  ScheduledBlock& block_;
  const Residency& residency_;
  BlockWatch& watch_;
  LaneOrder& order_;
  Polls& polls_;
  unsigned ticks_ = 1;     ///< until the next check
  unsigned interval_ = 1;  ///< ticks from one check to the next
  unsigned ticks_without_progress_ = 0;
  unsigned live_before_ = 0;  ///< threads, at the last check
  std::uint64_t clock_reads_before_ = 0;
  LivelockCheck livelock_;
  LivelockCheck alone_;
  std::uint64_t outside_before_ = 0;  ///< accesses, at the last check of that
};

}  // namespace simt
