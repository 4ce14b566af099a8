/// @file
/// @ingroup simt_execution
/// The blocks of a cluster, as each of them sees the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "execution/threads/block_identity.h"
#include "execution/threads/shared_layout.h"
#include "execution/threads/threads.h"

namespace simt {

struct BlockWatch;  // of the next room: here they are only handed on

struct ClusterBlock {
  const BlockIdentity& identity;
  const BlockThreads& threads;
  BlockWatch& watch;

  bool has_finished() const { return threads.live == 0; }
  /// For a report.
  ThreadPlace place_of(unsigned thread) const { return identity.place_of(threads, thread); }
};

class ClusterBlocks {
 public:
  ClusterBlocks(std::vector<ClusterBlock> blocks, std::size_t dynamic_shared_bytes)
      : blocks_(std::move(blocks)), shared_(dynamic_shared_bytes) {}

  unsigned size() const { return static_cast<unsigned>(blocks_.size()); }
  const ClusterBlock& block(unsigned rank) const { return blocks_[rank]; }
  /// Rank of the block whose shared memory `address` is in; `size()` if none's is.
  unsigned owner_of(std::uintptr_t address) const;
  /// Stops the running block if `address` is not shared memory of one of them.
  void check_owner(std::uintptr_t address, const void* site) const;

  /// What they have declared in shared memory.
  SharedLayout& shared() { return shared_; }

 private:
  const std::vector<ClusterBlock> blocks_;
  SharedLayout shared_;
};

}  // namespace simt
