#include "base/owner.h"

#include <cstdio>
#include <mutex>

#include "base/process.h"

namespace simt {

std::size_t Owner::next_number() {
  static constinit std::atomic<std::size_t> next{0};
  const std::size_t number = next.fetch_add(1);
  if (number >= kMostParts) {
    std::fputs("simt: an owner has no room for more parts (base/owner.h)\n", stderr);
    end_process(1);
  }
  return number;
}

void* Owner::make(std::size_t type, void* (*make_part)(const Owner&)) {
  // One for all owners, so that it does not matter whose parts a part asks for.
  static std::recursive_mutex mutex;
  const std::lock_guard lock(mutex);
  void* part = parts_[type].load(std::memory_order_relaxed);
  if (part == nullptr) {
    part = make_part(*this);
    parts_[type].store(part, std::memory_order_release);
  }
  return part;
}

}  // namespace simt
