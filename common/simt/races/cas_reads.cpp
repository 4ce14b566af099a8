#include "races/cas_reads.h"

#include <string>

#include "base/symbols.h"

namespace simt {

void CasReads::add(const void* pc) {
  if (contains(pc)) return;
  const std::lock_guard lock(mutex_);
  const unsigned count = count_.load(std::memory_order_relaxed);
  if (count == kMaxEntries || contains(pc)) return;
  pcs_[count].store(pc, std::memory_order_relaxed);
  count_.store(count + 1, std::memory_order_release);
}

bool CasReads::has_line_of(const void* pc) const {
  if (contains(pc)) return true;
  const unsigned count = count_.load(std::memory_order_acquire);
  const std::string line = count > 0 ? source_line(pc) : "";
  for (unsigned i = 0; i < count; ++i) {
    if (source_line(pcs_[i].load(std::memory_order_relaxed)) == line) return true;
  }
  return false;
}

}  // namespace simt
