/// @file
/// @ingroup simt_execution
/// Blocks that are resident together on one OS thread: a cluster, or a block alone.
#pragma once

#include <cstdint>
#include <vector>

#include "execution/grid/grid.h"
#include "execution/threads/cluster_blocks.h"

namespace simt {

class Block;

class Cluster final : public ClusterBlocks {
 public:
  Cluster(Grid& grid, std::vector<Block*> members);

  void begin(std::uint64_t number);
  /// Runs the members round-robin, until all have finished or none can proceed without other clusters. True when
  /// there is nothing left to run.
  bool proceed();
  bool can_proceed() const;
  /// Whether all members that could proceed have only polled in their last slice.
  bool is_polling() const;
  /// Whether all members that could proceed have only polled in their last slice, and none of the words that they poll
  /// has changed since.
  bool is_spinning() const;

  Grid& grid() const { return grid_; }
  Block& member(unsigned rank) const { return *members_[rank]; }
  /// Adds an array that is not in the layout yet.
  const SharedArray& add_shared(const void* key, const char* name, std::size_t bytes,
                                std::size_t alignment, Elements elements);

  // The cluster's barrier. It does not wait for blocks that have finished.
  std::uint32_t phase() const { return phase_; }
  void block_arrived();
  void block_finished();

 private:
  void abandon();
  void end_phase();

  Grid& grid_;
  const std::vector<Block*> members_;
  std::uint64_t number_ = 0;
  std::uint32_t phase_ = 0;
  unsigned arrived_ = 0;
  unsigned finished_ = 0;
};

/// All clusters are of this type; rooms above know what they share.
inline Cluster& cluster_of(const BlockIdentity& identity) {
  return static_cast<Cluster&>(*identity.cluster);
}

}  // namespace simt
