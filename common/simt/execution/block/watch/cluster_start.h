/// @file
/// @ingroup simt_execution
/// Which threads of a block are ordered after the start of all blocks of its cluster: only these may use the shared
/// memory of the others.
#pragma once

#include <cstdint>

#include "base/trace_event.h"
#include "execution/threads/threads.h"

namespace simt {

/// A use of another block's shared memory by a thread that is not ordered after the start of that block.
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
  /// The running thread has synchronized with the other blocks, or with a thread that has.
  void current_knows() { threads_.current_lane().knows_cluster_started = some_know_ = true; }
  /// So many threads were released from a barrier of the cluster or of the grid; their lanes are already marked.
  void released(unsigned count) { some_know_ |= count > 0; }
  /// A barrier of the block.
  void block_barrier() { all_know_ |= some_know_; }
  /// Whether some know it and others may not.
  bool is_partly_known() const { return some_know_ && !all_know_; }
  /// The lanes have synchronized: if one of them knows, all do.
  void share(unsigned warp, std::uint32_t lanes);

  /// The running thread uses the shared memory of another block.
  void use(unsigned owner, Op op, const void* pc) {
    if (all_know_ || threads_.current_lane().knows_cluster_started || early_.pc != nullptr) return;
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
