#include "base/run_order.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <mutex>

#include "base/address_map.h"
#include "base/process.h"
#include "base/settings.h"

namespace simt {
namespace {

struct CurrentOrder {
  std::mutex mutex;
  RunOrder order{settings().order, settings().seed};
};
CurrentOrder& current() { return process().part<CurrentOrder>(); }

/// One to one on the numbers below `count`: mixes those below the next power of two, again and again
/// until it hits one of them.
std::uint64_t shuffled(std::uint64_t number, std::uint64_t count, std::uint64_t seed) {
  const std::uint64_t mask = std::bit_ceil(count) - 1;
  const int half = static_cast<int>(std::bit_width(mask) + 1) / 2;
  do {
    for (int round = 0; round < 3; ++round) {
      const std::uint64_t key = (3 * seed + static_cast<unsigned>(round)) * 0x9e3779b97f4a7c15u;
      number = (number * (key >> 31 | 1) + (key >> 11)) & mask;
      number ^= number >> half;
    }
  } while (number >= count);
  return number;
}

}  // namespace

std::uint64_t RunOrder::nth(std::uint64_t position, std::uint64_t count) const {
  if (order == Order::kReverse) return count - 1 - position;
  return order == Order::kRandom ? shuffled(position, count, seed) : position;
}

std::size_t RunOrder::most_suspended() const {
#if defined(__wasm__)
  return kSharedWindows;  // each has one, and there is no room for the stacks of more
#else
  constexpr int kDevice = 264, kMost = 64;
  if (is_fixed()) return std::numeric_limits<std::size_t>::max();
  return static_cast<std::size_t>(std::clamp(kDevice / settings().workers, 1, kMost));
#endif
}

RunOrder run_order() {
  const std::lock_guard lock(current().mutex);
  return current().order;
}

void set_order(Order order, std::uint64_t seed) {
  const std::lock_guard lock(current().mutex);
  current().order = {order, seed};
}

}  // namespace simt
