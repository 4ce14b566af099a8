/// @file
/// @ingroup simt_races
/// The plain reads of shared memory whose value a compare-and-swap then verifies:
/// `old = *p; do … while (atomicCAS(p, old, …) != old)`. A stale value does no harm there.
///
/// A plain read that is not ordered with other threads' atomic operations on the same word does not race with them
/// if threads that read at its source line go on to an atomicCAS of that word. Whether they do is known only later,
/// so these races are deferred to the end of the barrier interval.
#pragma once

#include <cstdint>
#include <vector>

#include "races/race_access.h"

namespace simt {

class SharedCasReads {
 public:
  void begin_block() {
    sites_.clear();
    deferred_.clear();
  }
  /// A thread that has read at `pc` goes on to a compare-and-swap.
  void add(const void* pc);
  bool contains(std::uint32_t pc) const {
    for (const std::uint32_t site : sites_) {
      if (site == pc) return true;
    }
    return false;
  }
  bool has_sites() const { return !sites_.empty(); }
  /// A race whose one side is a plain read at `pc`.
  void defer(const Race& race, std::uint32_t pc);
  bool has_deferred() const { return !deferred_.empty(); }
  /// Finds the first deferred race whose read no compare-and-swap verifies, and drops all deferred ones.
  bool find_race(Race& race);

 private:
  struct Deferred {
    Race race;
    std::uint32_t pc;
  };
  bool is_of_known_line(std::uint32_t pc) const;

  std::vector<std::uint32_t> sites_;
  std::vector<Deferred> deferred_;  ///< one for each pc of a read
};

}  // namespace simt
