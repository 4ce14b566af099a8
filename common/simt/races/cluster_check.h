/// @file
/// @ingroup simt_races
/// Finds races between the blocks of a cluster on the shared memory of one of them. Races between threads of the
/// same block are found by shared_check.h.
///
/// Only cluster and grid barriers order two blocks. An access by a thread that has arrived at `a` of them happens
/// before an access by a thread of another block that has passed more than `a`. So an access between the arrive and
/// the wait of a split barrier is not ordered with what other blocks do after that barrier.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "races/overwritten.h"
#include "races/race_access.h"
#include "races/shared_cas_reads.h"
#include "races/shared_rules.h"

namespace simt {

/// A thread of the cluster, and how many barriers it has arrived at and passed.
struct ClusterUser {
  unsigned rank;                  ///< of its block
  unsigned thread;                ///< of the block
  std::uint32_t arrived, passed;  ///< barriers
};

class ClusterCheck {
 public:
  /// @param base address of the memory of one of its blocks
  /// @param cas_reads of that block
  ClusterCheck(std::uintptr_t base, SharedCasReads& cas_reads)
      : base_(base), cas_reads_(cas_reads) {}
  void begin_block(unsigned rank, unsigned cluster_blocks);
  /// Whether the cluster has several blocks.
  bool is_needed() const { return is_needed_; }
  /// All accesses so far happen before the rest.
  void clear();

  /// Records an access that is about to happen. True if it races: see `race()`.
  bool access(std::uintptr_t address, unsigned bytes, SharedUse use, Op op, const ClusterUser& user,
              const void* pc);
  /// Whether the last write has changed a value that another thread had written. To be called before any other access
  /// to this memory, and before another thread runs.
  bool last_write_races() { return !overwritten_.empty() && overwritten_.find_race(race_); }
  bool has_unchecked_write() const { return !overwritten_.empty(); }
  const Race& race() const { return race_; }

 private:
  struct Side {
    std::uint32_t pc;  ///< 0: none
    std::uint32_t arrived;
    std::uint16_t rank;
    std::uint16_t thread;
  };
  /// The users of the two blocks that had arrived at the most barriers: what happens after both of them happens
  /// after all others.
  using Sides = std::array<Side, 2>;
  using Uses = std::array<Sides, kSharedUses>;  ///< by SharedUse

  static void add(Sides& sides, const Side& side);
  const Side* find_unordered(const Sides& sides, const ClusterUser& user) const;
  bool races(Uses& uses, std::uintptr_t word, SharedUse use, Op op, const ClusterUser& user,
             const void* pc);
  ClusterThread thread_of(unsigned rank, unsigned thread) const {
    return rank == rank_ ? ClusterThread(thread) : ClusterThread::of_other(rank, thread);
  }

  const std::uintptr_t base_;
  SharedCasReads& cas_reads_;
  unsigned rank_ = 0;
  bool is_needed_ = false;
  std::vector<Uses> words_;
  std::unordered_map<std::size_t, std::array<Uses, 4>> bytes_;  ///< of words used in parts
  OverwrittenWords overwritten_;
  Race race_;
};

}  // namespace simt
