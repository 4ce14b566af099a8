/// @file
/// @ingroup simt_races
/// The plain reads of a launch, or of host code, whose value a compare-and-swap then verifies.
///
/// `old = *p; do { … } while (atomicCAS(p, …) != old)`: the read may be stale, and then the CAS fails. So such a
/// read does not race with atomic operations, not even in a thread that reads and then needs no CAS.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "base/trace_event.h"

namespace simt {

/// Calls `visit` with the places of a lane's plain reads of some bytes that its compare-and-swap verifies: those since
/// its last write of them. @param begin, end its events before the operation
template <class Visit>
void for_each_verified_read(const TraceEvent* begin, const TraceEvent* end, std::uintptr_t address,
                            unsigned bytes, Visit visit) {
  while (end-- != begin) {
    const Access access = access_of(end->key);
    if (access.op() == Op::kBlock || access.space() == Space::kLocal) continue;
    const std::uintptr_t used = end->address & kAddressMask;
    if (used >= address + bytes || address >= used + access.bytes()) continue;
    if (access.op() != Op::kLoad) return;  // such as the loop's own swap
    if (!access.strong()) visit(pc_of(end->key));
  }
}

class CasReads {
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
  /// Whether it contains a read on the same source line.
  bool has_line_of(const void* pc) const;

 private:
  static constexpr unsigned kMaxEntries = 64;
  std::atomic<unsigned> count_{0};
  std::atomic<const void*> pcs_[kMaxEntries]{};
  std::mutex mutex_;
};

/// The last plain reads of a host thread.
class RecentReads {
 public:
  void add(std::uintptr_t address, std::size_t bytes, const void* pc) {
    reads_[next_++ % kMaxEntries] = {address, address + bytes, pc};
  }
  /// A compare-and-swap of these bytes.
  void record_cas(std::uintptr_t address, std::size_t bytes, CasReads& cas_reads) const {
    for (const Read& read : reads_) {
      if (read.begin < address + bytes && address < read.end) cas_reads.add(read.pc);
    }
  }

 private:
  static constexpr unsigned kMaxEntries = 8;
  struct Read {
    std::uintptr_t begin, end;
    const void* pc;
  };
  Read reads_[kMaxEntries]{};
  unsigned next_ = 0;
};

}  // namespace simt
