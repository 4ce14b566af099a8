#include "execution/block/lane_order.h"

namespace simt {

/// In the orders that expose missing synchronization.
unsigned LaneOrder::choose_otherwise(std::uint32_t candidates) {
  if (order_.order == Order::kReverse) {
    return 31 - static_cast<unsigned>(std::countl_zero(candidates));
  }
  unsigned skip = next_random() % static_cast<unsigned>(std::popcount(candidates));
  while (skip-- > 0) candidates &= candidates - 1;
  return static_cast<unsigned>(std::countr_zero(candidates));
}

}  // namespace simt
