/// @file
/// @ingroup simt_execution
/// Which threads of a block know that all blocks of its cluster have begun: only they may use the shared
/// memory of the others.
#pragma once

#include <cstdint>

#include "base/trace_event.h"
#include "execution/block/threads.h"

namespace simt {

/// A use of another block's shared memory by a thread that cannot know whether that block has begun.
struct EarlyAccess {
  unsigned thread;
  unsigned owner;  ///< rank of the block whose memory it is
  Op op;
  const void* pc;  ///< null: there was none
};

class ClusterStart {
 public:
  explicit ClusterStart(BlockThreads& threads) : threads_(threads) {}

  void begin_block() {
    some_know_ = all_know_ = false;
    early_.pc = nullptr;
  }
  /// The running thread has met the others, or one that has.
  void current_knows() { threads_.current_lane().met = some_know_ = true; }
  /// Threads that were released from a barrier of the cluster or of the grid; their lanes say so.
  void released(unsigned count) { some_know_ |= count > 0; }
  /// All threads of the block have come together.
  void block_met() { all_know_ |= some_know_; }
  /// Whether some know it and others may not.
  bool is_partly_known() const { return some_know_ && !all_know_; }
  /// The lanes have come together: what one of them knows, all do.
  void share(unsigned warp, std::uint32_t lanes);

  /// The running thread uses the shared memory of another block.
  void use(unsigned owner, Op op, const void* pc) {
    if (all_know_ || threads_.current_lane().met || early_.pc != nullptr) return;
    early_ = {threads_.current, owner, op, pc};
  }
  /// The first one of the block.
  const EarlyAccess& early_access() const { return early_; }

 private:
  BlockThreads& threads_;
  bool some_know_ = false;
  bool all_know_ = false;
  EarlyAccess early_{};
};

}  // namespace simt
