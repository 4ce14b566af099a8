/// @file
/// @ingroup simt_races
/// What the checks of global memory have found in one launch.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "base/trace_event.h"
#include "races/block_order.h"
#include "races/cas_reads.h"
#include "races/global_shadow.h"

namespace simt {

/// One side of a race on global memory.
struct BlockAccess {
  std::uint32_t block;  ///< in the order of the grid's blocks
  unsigned thread;
  Use use;
  const void* pc;
  bool frees = false;  ///< it frees the memory, which counts as a write
};
struct BlockRace {
  bool found = false;
  std::uintptr_t address = 0;
  BlockAccess first{}, second{};  ///< the lower block first; within a block, the earlier access

  bool is_inside() const { return first.block == second.block; }
};
/// A read of uninitialised global memory.
struct UnwrittenRead {
  std::uint64_t block = 0;  ///< in the order of the grid's blocks
  unsigned thread = 0;
  Op op = Op::kLoad;
  const void* pc = nullptr;
  std::uintptr_t address = 0;
};

/// The checks of one launch.
class GridChecks {
 public:
  /// @param threads of a block
  GridChecks(std::uint64_t block_count, unsigned cluster_blocks, unsigned threads);
  GridChecks(const GridChecks&) = delete;
  GridChecks& operator=(const GridChecks&) = delete;

  /// Whether there are several threads, and the race check is on.
  bool watches() const { return watches_; }
  std::uint32_t tag() const { return tag_.load(); }
  /// A grid barrier: everything so far happens before the rest. To be called while all blocks wait, after their
  /// events have been checked.
  void grid_barrier();

  void record(const BlockRace& race);
  void record(const UnwrittenRead& read);
  /// The first one in the order of the blocks.
  const BlockRace& race() const { return race_; }
  /// The first one in that order at each program counter, sorted by it.
  std::vector<UnwrittenRead> unwritten() const;
  /// All blocks have finished, so it is known which reads a compare-and-swap verifies.
  void conclude();
  /// Whether a race whose higher block is `block` could still be the first one.
  bool matters(std::uint32_t block) const { return block <= last_block_.load(); }
  /// Null if the limit is reached.
  SlotNode* new_node();

  BlockOrder order;
  CasReads cas_reads;

 private:
  void keep_first(const BlockRace& race);

  const bool watches_;
  std::atomic<std::uint32_t> tag_;
  std::mutex mutex_;
  BlockRace race_;
  std::atomic<std::uint32_t> last_block_{~0u};  ///< of the race
  /// By program counter of a plain read: dropped if a compare-and-swap turns out to verify it.
  std::map<const void*, BlockRace> races_of_reads_;
  std::map<const void*, UnwrittenRead> unwritten_;  ///< by pc
  std::vector<std::unique_ptr<SlotNode[]>> nodes_;
  std::size_t free_nodes_ = 0;
};

}  // namespace simt
