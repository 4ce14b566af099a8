/// @file
/// @ingroup simt_races
/// Watches the shared memory of one block of a cluster for races between the cluster's blocks. What the
/// threads of one block do to each other is for shared_check.h.
///
/// Only barriers of the cluster and of the grid order two blocks. A thread that has arrived at `a` of them
/// when it uses something, comes before one that has passed more than `a` when it uses the same. So what
/// lies between the two halves of a barrier is ordered with nothing that comes after it elsewhere.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "races/overwritten.h"
#include "races/race_access.h"
#include "races/swap_reads.h"

namespace simt {

/// A thread of the cluster, and how far it is.
struct ClusterUser {
  unsigned rank;                  ///< of its block
  unsigned thread;                ///< of the block
  std::uint32_t arrived, passed;  ///< barriers
};

class ClusterCheck {
 public:
  /// @param rank of the block whose memory it is @param base address of this memory
  /// @param swap_reads of the block
  ClusterCheck(std::uintptr_t base, SwapReads& swap_reads) : base_(base), swap_reads_(swap_reads) {}
  void begin_block(unsigned rank, unsigned cluster_blocks);
  /// Whether the block has others beside it.
  bool is_needed() const { return is_needed_; }
  /// Forgets all: what was done so far is ordered before the rest.
  void clear();

  /// Notes an access that is about to happen. True if it races; then `race()` tells.
  bool access(std::uintptr_t address, unsigned bytes, SharedUse use, Op op, const ClusterUser& user,
              const void* pc);
  /// As in shared_check.h.
  bool last_write_races() { return !overwritten_.empty() && overwritten_.judge(race_); }
  bool has_unjudged_write() const { return !overwritten_.empty(); }
  const Race& race() const { return race_; }

 private:
  struct Side {
    std::uint32_t pc;  ///< 0: none
    std::uint32_t arrived;
    std::uint16_t rank;
    std::uint16_t thread;
  };
  /// The two blocks that have arrived at most barriers before they used it: whoever comes after these
  /// comes after all others.
  using Sides = std::array<Side, 2>;
  using Uses = std::array<Sides, 4>;  ///< by SharedUse

  static void add(Sides& sides, const Side& side);
  const Side* find_unordered(const Sides& sides, const ClusterUser& user) const;
  bool races(Uses& uses, std::uintptr_t word, SharedUse use, Op op, const ClusterUser& user,
             const void* pc);
  Race race_of(const Side& earlier, Op earlier_op, const ClusterUser& user, Op op,
               const void* pc) const;
  unsigned number(unsigned rank, unsigned thread) const {
    return rank == rank_ ? thread : 1024 * (rank + 1) + thread;
  }

  const std::uintptr_t base_;
  SwapReads& swap_reads_;
  unsigned rank_ = 0;
  bool is_needed_ = false;
  std::vector<Uses> words_;
  std::unordered_map<std::size_t, std::array<Uses, 4>> bytes_;  ///< of words used in parts
  OverwrittenWords overwritten_;
  Race race_;
};

}  // namespace simt
