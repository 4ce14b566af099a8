/// @file
/// @ingroup simt_execution
/// The order in which lanes and warps are scheduled: forward, reverse, or random.
///
/// A random order never repeats, so nothing that happens in it proves that a loop has no end. Where a block's threads
/// run for so long that this is asked (progress_watch.h), it goes on in forward order.
#pragma once

#include <bit>
#include <cstdint>

#include "base/run_order.h"

namespace simt {

class LaneOrder {
 public:
  void begin_grid(const RunOrder& order) { order_ = order; }
  /// Every block has its own random sequence, so that the order does not depend on the OS thread that runs it.
  void begin_block(std::uint64_t number) {
    forward_ = order_.is_forward();
    random_ = order_.seed + number * 0x9e3779b97f4a7c15u;
  }
  void end_random() { forward_ |= is_random(); }
  /// One of the candidates (not empty).
  [[gnu::always_inline]] unsigned choose(std::uint32_t candidates) {
    if (forward_) [[likely]] {
      return static_cast<unsigned>(std::countr_zero(candidates));
    }
    return choose_otherwise(candidates);
  }

  bool is_random() const { return order_.order == Order::kRandom && !forward_; }
  /// In a random order: true with probability 1 / `times`.
  bool happens_once_in(unsigned times) { return next_random() % times == 0; }
  /// What decides about the next choices.
  std::uint64_t state() const { return is_random() ? random_ : forward_; }

 private:
  unsigned next_random() {
    random_ = random_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<unsigned>(random_ >> 33);
  }
  unsigned choose_otherwise(std::uint32_t candidates);

  bool forward_ = true;
  RunOrder order_;
  std::uint64_t random_ = 1;
};

}  // namespace simt
