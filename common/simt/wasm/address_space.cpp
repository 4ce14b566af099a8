// The model's memories are where base/address_map.h has them; what else there is of memory lies below, or behind.
#include "memory/address_space.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <map>
#include <vector>

#include "base/address_map.h"

namespace {

constexpr std::size_t kPage = 64 << 10;

struct Mapped {
  std::map<std::size_t, std::vector<void*>> free;  ///< by size
};
Mapped& mapped() {
  static Mapped& all = *new Mapped;
  return all;
}

}  // namespace

/// New pages are zero, and nobody has to pay for them before they are used.
void* mmap(void*, std::size_t bytes, int, int, int, off_t) {
  const std::size_t pages = (bytes + kPage - 1) / kPage;
  std::vector<void*>& free = mapped().free[pages];
  if (!free.empty()) {
    void* const memory = free.back();
    free.pop_back();
    std::memset(memory, 0, pages * kPage);
    return memory;
  }
  const std::size_t before = __builtin_wasm_memory_grow(0, pages);
  if (before == ~std::size_t{0}) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return reinterpret_cast<void*>(before * kPage);
}

int munmap(void* memory, std::size_t bytes) {
  mapped().free[(bytes + kPage - 1) / kPage].push_back(memory);
  return 0;
}

int madvise(void* memory, std::size_t bytes, int advice) {
  if (advice == MADV_DONTNEED) std::memset(memory, 0, bytes);
  return 0;
}

int mincore(void* begin, std::size_t bytes, unsigned char*) {
  const std::size_t end = __builtin_wasm_memory_size(0) * kPage;
  if (reinterpret_cast<std::uintptr_t>(begin) < end - std::min(bytes, end)) return 0;
  errno = ENOMEM;
  return -1;
}

namespace simt {

/// The linker has reserved them: the memory is that large from the start.
void reserve_address_map() {}

}  // namespace simt
