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
  /// Clusters that an OS thread may suspend while new ones begin, other than those that poll: each keeps the stacks of
  /// its threads. In a fixed order, there may be as many as are resident on a device.
  std::size_t most_suspended() const;
};

/// What `set_order` has said last.
RunOrder run_order();

}  // namespace simt
