/// @file
/// Counting arrivals: what `cuda::barrier` and `cuda::pipeline` wait with.
#pragma once

#include <cstdint>

#include "simt/groups.h"
#include "simt/uncounted.h"

namespace simt {

/// Shared by the threads of a block, or of a grid. Its own memory is not what a kernel is counted or
/// checked for: a GPU has an object of its own kind for it.
class ArrivalCounter {
 public:
  SIMT_UNCOUNTED void init(std::uint32_t expected) {
    __atomic_store_n(&expected_, expected, __ATOMIC_RELAXED);
    __atomic_store_n(&pending_, expected, __ATOMIC_RELAXED);
    __atomic_store_n(&phase_, 0u, __ATOMIC_SEQ_CST);
  }
  /// @return the phase that the arrival belongs to. The last of a phase calls `complete`, then begins
  /// the next one.
  template <class Complete>
  SIMT_UNCOUNTED std::uint32_t arrive(std::uint32_t count, bool for_good, Complete complete) {
    device_fence();
    const std::uint32_t phase = __atomic_load_n(&phase_, __ATOMIC_SEQ_CST);
    if (for_good) __atomic_fetch_sub(&expected_, count, __ATOMIC_SEQ_CST);
    if (__atomic_sub_fetch(&pending_, count, __ATOMIC_SEQ_CST) == 0) {
      complete();
      interval_ends();
      __atomic_store_n(&pending_, __atomic_load_n(&expected_, __ATOMIC_SEQ_CST), __ATOMIC_SEQ_CST);
      // Two would do; a loop that never ends shall come back to where it was.
      __atomic_store_n(&phase_, (phase + 1) % 4, __ATOMIC_SEQ_CST);
    }
    return phase;
  }
  SIMT_UNCOUNTED bool has_passed(std::uint32_t phase) const {
    return __atomic_load_n(&phase_, __ATOMIC_SEQ_CST) != phase;
  }
  SIMT_UNCOUNTED bool is_in_odd_phase() const {
    return (__atomic_load_n(&phase_, __ATOMIC_SEQ_CST) & 1u) != 0;
  }
  [[gnu::always_inline]] void wait(std::uint32_t phase) const {
    while (!has_passed(phase)) pause();
  }

 private:
  std::uint32_t expected_;
  std::uint32_t pending_;
  std::uint32_t phase_;
};

}  // namespace simt
