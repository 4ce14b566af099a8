/// @file
/// @ingroup simt_execution
/// Whether a block of a cluster may end while others still use its shared memory.
///
/// A use comes before the end of the block if a barrier of the cluster or of the grid lies between: its thread had
/// arrived at `a` of them, and a thread of the block passes more than `a` before it ends. It does not matter which of
/// the two happened to come first. A flag that the block has seen is as good as a barrier.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/trace_event.h"

namespace simt {

/// A use of a block's shared memory by a thread of another block.
struct RemoteUse {
  unsigned rank;  ///< of the thread's block
  unsigned thread;
  std::uint32_t arrived;  ///< barriers of the cluster and of the grid
  Op op;
  const void* pc;
};

class ClusterEnd {
 public:
  void begin_block() { forget(); }
  void use(const RemoteUse& use);
  /// The block of this rank releases what it has done, by a flag in the memory of this block.
  void release(std::uintptr_t flag, unsigned rank);
  /// A thread of this block has read what may be such a flag.
  void acquire(std::uintptr_t flag) {
    if (!flags_.empty()) find_releases(flag);
  }
  /// What was done so far comes before the end of the block.
  void forget() {
    uses_.clear();
    flags_.clear();
  }
  /// The block ends, and its threads have passed so many barriers: a use that may come afterwards; null: there is none.
  const RemoteUse* find_late(std::uint32_t passed) const;

 private:
  void find_releases(std::uintptr_t flag);

  std::vector<RemoteUse> uses_;  ///< of each block the first one behind most barriers
  std::vector<std::pair<std::uintptr_t, unsigned>> flags_;
};

}  // namespace simt
