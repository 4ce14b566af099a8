/// @file
/// @ingroup simt_execution
/// Blocks that are resident together on one OS thread: a cluster, or a block alone.
#pragma once

#include <cstdint>
#include <vector>

#include "execution/grid/grid.h"

namespace simt {

class Block;

/// Shared memory is laid out alike in all blocks of a cluster.
struct SharedArray {
  const void* key;  ///< null: dynamic shared memory
  const char* name;
  std::size_t offset;  ///< in a block's window
  std::size_t bytes;
  Elements elements{};  ///< what it is an array of
};

class Cluster {
 public:
  Cluster(Grid& grid, std::vector<Block*> members);

  void begin(std::uint64_t number);
  /// Runs the members in turn, until all have finished or none can go on without others. True when
  /// there is nothing left to run.
  bool proceed();
  bool can_proceed() const;

  Grid& grid() const { return grid_; }
  unsigned size() const { return static_cast<unsigned>(members_.size()); }
  Block& member(unsigned rank) const { return *members_[rank]; }
  /// Rank of the member whose shared memory `address` is in; `size()` if none's is.
  unsigned owner_of(std::uintptr_t address) const;

  const std::vector<SharedArray>& shared_arrays() const { return shared_arrays_; }
  std::size_t static_shared_bytes() const { return static_shared_bytes_; }
  /// Its array for `key`; appends it if this is the first mention.
  const SharedArray& shared_array(const void* key, const char* name, std::size_t bytes,
                                  std::size_t alignment, Elements elements);
  void declare_dynamic(Elements elements);
  /// What the memory at this offset of a block's window is an array of.
  Elements elements_at(std::size_t offset) const;
  /// Whether there are arrays of structs.
  bool has_structs() const { return has_structs_; }

  // The cluster's barrier. A block that has finished does not hold up the others.
  std::uint32_t phase() const { return phase_; }
  void block_arrived();
  void block_finished();

 private:
  void abandon();
  void end_phase();

  Grid& grid_;
  const std::vector<Block*> members_;
  std::vector<SharedArray> shared_arrays_;
  std::size_t shared_used_ = 0;
  std::size_t static_shared_bytes_ = 0;
  bool has_structs_ = false;
  std::uint64_t number_ = 0;
  std::uint32_t phase_ = 0;
  unsigned arrived_ = 0;
  unsigned finished_ = 0;
};

}  // namespace simt
