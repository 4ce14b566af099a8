/// @file
/// @ingroup simt_races
/// Where a launch reads what it replaces by compare-and-swap then.
///
/// `old = *p; do { … } while (atomicCAS(p, …) != old)`: the read may be stale, and the swap notices it. So
/// such a read is no race with atomic operations, nor is it in a thread that looks, and need not swap.
#pragma once

#include <atomic>
#include <mutex>

namespace simt {

class ReadsBeforeSwaps {
 public:
  void add(const void* pc);
  bool contains(const void* pc) const {
    const unsigned count = count_.load(std::memory_order_acquire);
    for (unsigned i = 0; i < count; ++i) {
      if (pcs_[i].load(std::memory_order_relaxed) == pc) return true;
    }
    return false;
  }
  /// Whether it contains something of the same source line.
  bool has_line_of(const void* pc) const;

 private:
  static constexpr unsigned kMost = 64;
  std::atomic<unsigned> count_{0};
  std::atomic<const void*> pcs_[kMost]{};
  std::mutex mutex_;
};

}  // namespace simt
