// The model's memories are where base/address_map.h has them; what else there is of memory lies below, or behind.
#include "memory/address_space.h"

#include <signal.h>
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

constexpr char kUntouched = 0x5A;

struct Mapped {
  std::map<std::size_t, std::vector<void*>> free;  ///< by size
  /// No access may touch it. Where each access of the host is not seen, what it has written is found later.
  std::map<std::uintptr_t, std::size_t> forbidden;
  struct sigaction on_touch = {};
};
Mapped& mapped() {
  static Mapped& all = *new Mapped;
  return all;
}

void touched(char* at) {
  siginfo_t info{at};
  if (mapped().on_touch.sa_sigaction != nullptr) {
    mapped().on_touch.sa_sigaction(SIGSEGV, &info, nullptr);
  }
}

}  // namespace

int sigaction(int, const struct sigaction* action, struct sigaction* before) {
  *before = mapped().on_touch;
  mapped().on_touch = *action;
  return 0;
}

int mprotect(void* memory, std::size_t bytes, int) {
  std::memset(memory, kUntouched, bytes);
  mapped().forbidden[reinterpret_cast<std::uintptr_t>(memory)] = bytes;
  return 0;
}

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
  auto& forbidden = mapped().forbidden;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  while (forbidden.lower_bound(begin) != forbidden.lower_bound(begin + bytes)) {
    const auto range = forbidden.lower_bound(begin);
    auto* const first = reinterpret_cast<char*>(range->first);
    char* const end = first + range->second;
    char* const found = std::find_if(first, end, [](char c) { return c != kUntouched; });
    forbidden.erase(range);
    if (found != end) touched(found);
  }
  mapped().free[(bytes + kPage - 1) / kPage].push_back(memory);
  return 0;
}

int madvise(void* memory, std::size_t bytes, int advice) {
  if (advice == MADV_DONTNEED) std::memset(memory, 0, bytes);
  return 0;
}

int mincore(void* begin, std::size_t bytes, unsigned char*) {
  for (const auto& [first, size] : mapped().forbidden) {
    const std::uintptr_t from = std::max(first, reinterpret_cast<std::uintptr_t>(begin));
    if (from < std::min(first + size, reinterpret_cast<std::uintptr_t>(begin) + bytes)) {
      touched(reinterpret_cast<char*>(from));
    }
  }
  const std::size_t end = __builtin_wasm_memory_size(0) * kPage;
  if (reinterpret_cast<std::uintptr_t>(begin) < end - std::min(bytes, end)) return 0;
  errno = ENOMEM;
  return -1;
}

namespace simt {

/// The linker has reserved them: the memory is that large from the start.
void reserve_address_map() {}

}  // namespace simt
