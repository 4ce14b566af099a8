/// @file
/// @ingroup simt_races
/// Where a launch, or host code, reads what it replaces by compare-and-swap then.
///
/// `old = *p; do { … } while (atomicCAS(p, …) != old)`: the read may be stale, and the swap notices it. So
/// such a read is no race with atomic operations, nor is it in a thread that looks, and need not swap.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace simt {

class ReadsBeforeSwaps {
 public:
  void add(const void* pc);
  bool is_empty() const { return count_.load(std::memory_order_acquire) == 0; }
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

/// The last plain reads of a thread of the host.
class RecentReads {
 public:
  void add(std::uintptr_t address, std::size_t bytes, const void* pc) {
    reads_[next_++ % kMost] = {address, address + bytes, pc};
  }
  /// A compare-and-swap of these bytes.
  void note_swap(std::uintptr_t address, std::size_t bytes, ReadsBeforeSwaps& before_swaps) const {
    for (const Read& read : reads_) {
      if (read.begin < address + bytes && address < read.end) before_swaps.add(read.pc);
    }
  }

 private:
  static constexpr unsigned kMost = 8;
  struct Read {
    std::uintptr_t begin, end;
    const void* pc;
  };
  Read reads_[kMost]{};
  unsigned next_ = 0;
};

}  // namespace simt
