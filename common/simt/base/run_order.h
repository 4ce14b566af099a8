/// @file
/// @ingroup simt_base
/// Which blocks, warps and lanes of a launch run first.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt_order.h"

namespace simt {

struct RunOrder {
  Order order = Order::kFree;
  std::uint64_t seed = 1;  ///< of the random one

  /// Whether one OS thread runs all blocks, so that nothing depends on how fast others are.
  bool is_fixed() const { return order != Order::kFree; }
  /// Whether the first of several goes first.
  bool is_forward() const { return order == Order::kFree || order == Order::kForward; }
  /// Which of `count` comes as number `position`, both from 0.
  std::uint64_t nth(std::uint64_t position, std::uint64_t count) const;
  /// Blocks that an OS thread may leave waiting for others while new ones start. All of them together have room for
  /// about as many as a device runs at the same time, two for each multiprocessor: a block that waits for more
  /// of them waits forever.
  std::size_t most_waiting() const;
};

/// What `set_order` has said last.
RunOrder run_order();

}  // namespace simt
