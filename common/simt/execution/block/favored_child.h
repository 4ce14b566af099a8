/// @file
/// @ingroup simt_execution
/// A grid that a block has launched, and that goes first for a while.
#pragma once

#include "execution/grid/grid.h"

namespace simt {

class FavoredChild {
 public:
  void clear() { grid_ = nullptr; }
  void favor(const Grid& grid) {
    grid_ = &grid;
    slices_ = kMostSlices;
  }
  bool is_there() const { return grid_ != nullptr; }
  /// Whether the block leaves this slice of time to it.
  bool takes_slice() {
    if (grid_ == nullptr) return false;
    if (!grid_->complete && slices_-- > 0) return true;
    grid_ = nullptr;
    return false;
  }

 private:
  /// The child may wait for its parent.
  static constexpr unsigned kMostSlices = 256;
  const Grid* grid_ = nullptr;
  unsigned slices_ = 0;
};

}  // namespace simt
