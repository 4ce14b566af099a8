/// @file
/// @ingroup simt_execution
/// A child grid that a block has launched, and that runs before the block for a few time slices.
#pragma once

#include "execution/grid/grid.h"

namespace simt {

class PrioritizedChild {
 public:
  void clear() { grid_ = nullptr; }
  void prioritize(const Grid& grid) {
    grid_ = &grid;
    slices_ = kMaxSlices;
  }
  bool is_set() const { return grid_ != nullptr; }
  /// Whether the block yields this time slice to the child.
  bool takes_slice() {
    if (grid_ == nullptr) return false;
    if (!grid_->queueing.complete && slices_-- > 0) return true;
    grid_ = nullptr;
    return false;
  }

 private:
  /// The child may wait for its parent.
  static constexpr unsigned kMaxSlices = 256;
  const Grid* grid_ = nullptr;
  unsigned slices_ = 0;
};

}  // namespace simt
