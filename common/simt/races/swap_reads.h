/// @file
/// @ingroup simt_races
/// Plain reads that a compare-and-swap checks: `old = *p; do … while (atomicCAS(p, old, …) != old)`. Such
/// a read may find an old value, and does no harm with it.
///
/// A plain read that nothing orders with other threads' atomic operations on the same word is no race if
/// threads that read at its source line go on to an atomicCAS of that word. Whether they do is known only
/// later, so these races wait until the barrier interval ends.
#pragma once

#include <cstdint>
#include <vector>

#include "races/race_access.h"

namespace simt {

class SwapReads {
 public:
  void begin_block() {
    sites_.clear();
    waiting_.clear();
  }
  /// A thread that has read at `pc` swaps.
  void learn(const void* pc);
  bool knows(std::uint32_t pc) const {
    for (const std::uint32_t site : sites_) {
      if (site == pc) return true;
    }
    return false;
  }
  bool has_sites() const { return !sites_.empty(); }
  /// The read, one side of the race, was at `pc`.
  void wait(const Race& race, std::uint32_t pc);
  bool is_waiting() const { return !waiting_.empty(); }
  /// The first of those that wait in which the read is none of these. Then none waits any more.
  bool judge(Race& race);

 private:
  struct Waiting {
    Race race;
    std::uint32_t pc;
  };
  bool is_of_known_line(std::uint32_t pc) const;

  std::vector<std::uint32_t> sites_;
  std::vector<Waiting> waiting_;  ///< one for each place of a read
};

}  // namespace simt
