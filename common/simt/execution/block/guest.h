/// @file
/// @ingroup simt_execution
/// A grid that a block has launched, and that goes first for a while.
#pragma once

#include "execution/grid/grid.h"

namespace simt {

class Guest {
 public:
  void clear() { grid_ = nullptr; }
  void invite(const Grid& grid) {
    grid_ = &grid;
    turns_ = kMostTurns;
  }
  bool is_there() const { return grid_ != nullptr; }
  /// Whether the block leaves this turn to it.
  bool takes_turn() {
    if (grid_ == nullptr) return false;
    if (!grid_->complete && turns_-- > 0) return true;
    grid_ = nullptr;
    return false;
  }

 private:
  /// The child may wait for its parent.
  static constexpr unsigned kMostTurns = 256;
  const Grid* grid_ = nullptr;
  unsigned turns_ = 0;
};

}  // namespace simt
