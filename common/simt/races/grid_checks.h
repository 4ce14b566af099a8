/// @file
/// @ingroup simt_races
/// What the checks of global memory have found out about one launch.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "base/trace_event.h"
#include "races/block_order.h"
#include "races/global_shadow.h"
#include "races/reads_before_swaps.h"

namespace simt {

/// One side of a race on global memory.
struct BlockAccess {
  std::uint32_t block;  ///< in the order of the grid's blocks
  unsigned thread;
  Use use;
  const void* pc;
  bool frees = false;  ///< it gives the memory back, which counts as a write
};
struct BlockRace {
  bool found = false;
  std::uintptr_t address = 0;
  BlockAccess first{}, second{};  ///< the lower block first; of one block the access seen first

  bool is_inside() const { return first.block == second.block; }
};
/// A read of global memory that nobody has written.
struct UnwrittenRead {
  std::uint64_t block = 0;  ///< in the order of the grid's blocks
  unsigned thread = 0;
  Op op = Op::kLoad;
  const void* pc = nullptr;
  std::uintptr_t address = 0;
};

/// What the check knows of one launch.
class GridChecks {
 public:
  /// @param threads of a block
  GridChecks(std::uint64_t block_count, unsigned cluster_blocks, unsigned threads);
  GridChecks(const GridChecks&) = delete;
  GridChecks& operator=(const GridChecks&) = delete;

  /// Whether there are several threads, and their races are looked for.
  bool watches() const { return watches_; }
  std::uint32_t tag() const { return tag_.load(); }
  /// All blocks of the grid have met: what comes now comes after everything so far. To be called
  /// while all wait, with what they did handed over.
  void all_met();

  void note(const BlockRace& race);
  void note(const UnwrittenRead& read);
  /// The first in order.
  const BlockRace& race() const { return race_; }
  /// The first in order of each place in the code, in order.
  std::vector<UnwrittenRead> unwritten() const;
  /// All blocks have finished: which reads come before a compare-and-swap is known.
  void conclude();
  /// Whether a race in which `block` is the later one can still matter.
  bool matters(std::uint32_t block) const { return block <= last_block_.load(); }
  /// Null if there are too many.
  SlotNode* new_node();

  BlockOrder order;
  ReadsBeforeSwaps reads_before_swaps;

 private:
  void note_surely(const BlockRace& race);

  const bool watches_;
  std::atomic<std::uint32_t> tag_;
  std::mutex mutex_;
  BlockRace race_;
  std::atomic<std::uint32_t> last_block_{~0u};  ///< of the race
  /// By where it reads: no race if that turns out to come before a compare-and-swap.
  std::map<const void*, BlockRace> races_of_reads_;
  std::map<const void*, UnwrittenRead> unwritten_;  ///< by pc
  std::vector<std::unique_ptr<SlotNode[]>> nodes_;
  std::size_t free_nodes_ = 0;
};

}  // namespace simt
