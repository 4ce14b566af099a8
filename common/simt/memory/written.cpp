// Which words of global memory have been written.
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstring>

#include "base/address_map.h"
#include "memory/memory.h"
#include "memory/write_watch.h"

namespace simt {
namespace {

std::atomic<std::uint64_t> copied{0};

}  // namespace

std::uint64_t copied_bytes() { return copied; }

void give_back_pages(std::uintptr_t address, std::size_t bytes) {
  const std::uintptr_t first = (address + 4095) / 4096 * 4096;
  const std::uintptr_t last = (address + bytes) / 4096 * 4096;
  if (last > first) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

void copied_to(const void* address, std::size_t bytes) {
  const auto first = reinterpret_cast<std::uintptr_t>(address);
  if (first - kGlobalBase < kGlobalBytes) copied += bytes;
  if (write_watch_is_on) note_writer(WriterKind::kOperation, first, bytes);
  mark_written(first, bytes);
}

void mark_written(std::uintptr_t address, std::size_t bytes) {
  if (address - kGlobalBase >= kGlobalBytes || bytes == 0) return;
  std::uintptr_t end = (address + bytes + 3) / 4 * 4;
  // The last word of an allocation may belong to it in part: such a word stays unmarked.
  while (end > address && !global_access_is_valid(end - 4, 4)) end -= 4;
  if (end > address) std::memset(written_words(address), 1, (end - address / 4 * 4) / 4);
}

void mark_unwritten(std::uintptr_t address, std::size_t bytes) {
  const std::size_t words = bytes / 4;
  give_back_pages(reinterpret_cast<std::uintptr_t>(written_words(address)), words);
  std::memset(written_words(address), 0, std::min<std::size_t>(words, 4096));
  if (words > 4096) std::memset(written_words(address) + words - 4096, 0, 4096);
}

bool nobody_has_written(std::uintptr_t address, unsigned bytes) {
  for (std::uintptr_t word = address / 4 * 4; word < address + bytes; word += 4) {
    if (*written_words(word) != 0 || !global_access_is_valid(word, 4)) return false;
  }
  return true;
}

}  // namespace simt
