/// @file
/// @ingroup simt_execution
/// Finds blocks of a cluster that may end while others still use their shared memory.
///
/// A use happens before the end of the block if a barrier of the cluster or of the grid lies between: its thread had
/// arrived at `a` barriers, and a thread of the block passes more than `a` before it ends. The actual schedule does not
/// matter. A flag that the block has acquired orders like a barrier.
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
  void begin_block() { clear(); }
  void use(const RemoteUse& use);
  /// The block of this rank releases its uses by a flag in the memory of this block.
  void release(std::uintptr_t flag, unsigned rank);
  /// A thread of this block has read what may be such a flag.
  void acquire(std::uintptr_t flag) {
    if (!flags_.empty()) find_releases(flag);
  }
  /// All uses so far happen before the end of the block.
  void clear() {
    uses_.clear();
    flags_.clear();
  }
  /// The block ends after its threads have passed `passed` barriers. @return a use that may come afterwards, or null
  const RemoteUse* find_late(std::uint32_t passed) const;

 private:
  void find_releases(std::uintptr_t flag);

  std::vector<RemoteUse> uses_;  ///< for each block, the first use after the most barriers
  std::vector<std::pair<std::uintptr_t, unsigned>> flags_;
};

}  // namespace simt
