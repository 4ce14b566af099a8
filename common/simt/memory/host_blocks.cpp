#include "memory/host_blocks.h"

#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <string>

namespace simt {
namespace {

// A block (glibc says chunk) begins with the size of the block before it, then its own.
// The lowest bits of it are flags.
constexpr std::uintptr_t kHeader = 16;
constexpr std::size_t kIsMapped = 2, kIsOfOtherArena = 4, kFlags = 7;
constexpr std::size_t kLeastMapped = std::size_t{128} << 10;
constexpr std::size_t kPage = 4096;
constexpr unsigned kMostBlocks = 1 << 14;

__attribute__((no_sanitize("address"))) std::size_t size_at(std::uintptr_t block) {
  return reinterpret_cast<const volatile std::size_t*>(block)[1];
}

/// Where the heap begins that grows by sbrk(); 0 if unknown. (In the list of mappings it may be one with the
/// program's variables.)
std::uintptr_t heap_begin() {
  static const std::uintptr_t begin = [] {
    constexpr int kStartOfHeap =
        47;  // proc(5) counts from 1; the second field, the name, ends with ')'
    std::ifstream file("/proc/self/stat");
    std::string field;
    std::getline(file, field, ')');
    for (int i = 3; i <= kStartOfHeap; ++i) file >> field;
    return file ? std::stoull(field) : 0;
  }();
  return begin;
}

/// The end of the block that has `address`, found by going through all of the heap: only if that comes out at its end
/// is it one of such blocks. 0 if it is not.
std::uintptr_t end_of_block(std::uintptr_t address, std::uintptr_t begin, std::uintptr_t end) {
  std::uintptr_t found = 0, block = begin;
  for (unsigned i = 0; i < kMostBlocks && block + kHeader <= end; ++i) {
    const std::size_t field = size_at(block), size = field & ~kFlags;
    const bool is_possible = size >= 2 * kHeader && size % 16 == 0 && size <= end - block &&
                             (field & (kIsMapped | kIsOfOtherArena)) == 0;
    if (!is_possible) return 0;
    // What is used of a block ends with the first word of the next one.
    if (address - block < size) found = address - block >= kHeader ? block + size + 8 : 0;
    block += size;
    // The last one is what is left over.
    if (block == end) return found == end + 8 ? 0 : found;
  }
  return 0;
}

}  // namespace

std::optional<std::size_t> room_in_block(const void* pointer, std::size_t wanted) {
#ifdef __GLIBC__
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const std::uintptr_t begin = heap_begin();
  const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0));
  if (begin != 0 && address >= begin + kHeader && address < end) {
    // In nearly all cases it is the beginning of a block which is large enough.
    const std::size_t size = address % 16 == 0 ? size_at(address - kHeader) & ~kFlags : 0;
    if (size >= wanted + 8 && size <= end - address) return size - 8;
    const std::uintptr_t found = end_of_block(address, begin, end);
    // Another thread may have changed it meanwhile.
    if (found == 0 || found != end_of_block(address, begin, end) || found < address) return {};
    return found - address;
  }
  if (address % kPage == kHeader && address > kPage) {  // a large one has pages of its own
    const std::size_t field = size_at(address - kHeader), size = field & ~kFlags;
    const bool is_mapped = (field & kFlags) == kIsMapped && size % kPage == 0 &&
                           size >= kLeastMapped && size < std::size_t{1} << 40 &&
                           size_at(address - kHeader - 8) == 0;
    if (is_mapped) return size - kHeader;
  }
#else
  (void)pointer, (void)wanted;
#endif
  return {};
}

}  // namespace simt
