// Which bytes of global memory have been written.
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>

#include "base/address_map.h"
#include "base/process.h"
#include "memory/write_watch.h"
#include "memory/written.h"

namespace simt {
namespace {

struct Copied {
  std::atomic<std::uint64_t> bytes{0};
};
std::atomic<std::uint64_t>& copied() { return process().part<Copied>().bytes; }

/// The bytes [from, to) of one word.
std::uint8_t mask_of(std::uintptr_t from, std::uintptr_t to) {
  return static_cast<std::uint8_t>(((1u << (to - from)) - 1) << from % 4);
}

}  // namespace

std::uint64_t copied_bytes() { return copied(); }

void give_back_pages(std::uintptr_t address, std::size_t bytes) {
  const std::uintptr_t first = (address + 4095) / 4096 * 4096;
  const std::uintptr_t last = (address + bytes) / 4096 * 4096;
  if (last > first) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

void copied_to(const void* address, std::size_t bytes) {
  const auto first = reinterpret_cast<std::uintptr_t>(address);
  if (first - kGlobalBase < kGlobalBytes) copied() += bytes;
  if (write_watch_is_on) record_writer(WriterKind::kOperation, first, bytes);
  mark_written(first, bytes);
}

void mark_written(std::uintptr_t address, std::size_t bytes) {
  if (address - kGlobalBase >= kGlobalBytes || bytes == 0) return;
  std::uintptr_t end = address + bytes;
  // The last word may belong to an allocation in part.
  while (end > address && !global_access_is_valid(end - 1, 1)) --end;
  // Other OS threads may be at the other bytes of a word.
  const auto mark_part = [](std::uintptr_t from, std::uintptr_t to) {
    if (from < to) __atomic_fetch_or(written_words(from), mask_of(from, to), __ATOMIC_RELAXED);
  };
  const std::uintptr_t first_whole = (address + 3) / 4 * 4, last_whole = end / 4 * 4;
  if (first_whole > last_whole) return mark_part(address, end);
  mark_part(address, std::min(first_whole, end));
  std::memset(written_words(first_whole), kWholeWord, (last_whole - first_whole) / 4);
  mark_part(last_whole, end);
}

void mark_bytes_unwritten(std::uintptr_t address, std::size_t bytes) {
  const std::uintptr_t end = address + bytes;
  for (std::uintptr_t at = address; at < end;) {
    const std::uintptr_t next = std::min(at / 4 * 4 + 4, end);
    __atomic_fetch_and(written_words(at), static_cast<std::uint8_t>(~mask_of(at, next)),
                       __ATOMIC_RELAXED);
    at = next;
  }
}

void mark_unwritten(std::uintptr_t address, std::size_t bytes) {
  const std::size_t words = (bytes + 3) / 4;
  give_back_pages(reinterpret_cast<std::uintptr_t>(written_words(address)), words);
  std::memset(written_words(address), 0, std::min<std::size_t>(words, 4096));
  if (words > 4096) std::memset(written_words(address) + words - 4096, 0, 4096);
}

std::vector<Range> unwritten_ranges(std::uintptr_t address, std::size_t bytes, std::size_t most) {
  std::vector<Range> ranges;
  const std::uintptr_t end = address + bytes;
  const auto add = [&](std::uintptr_t first, std::uintptr_t last) {
    if (!ranges.empty() && ranges.back().end == first) {
      ranges.back().end = last;
    } else {
      ranges.push_back({first, last});
    }
  };
  for (std::uintptr_t word = address / 4 * 4; word < end && ranges.size() < most; word += 4) {
    const unsigned written = *written_words(word);
    if (written == kWholeWord) continue;
    const std::uintptr_t from = std::max(word, address), to = std::min(word + 4, end);
    if (written == 0) {
      add(from, to);
      continue;
    }
    for (std::uintptr_t byte = from; byte < to; ++byte) {
      if ((written >> byte % 4 & 1) == 0) add(byte, byte + 1);
    }
  }
  return ranges;
}

WrittenPart written_part(std::uintptr_t address, std::size_t bytes) {
  WrittenPart part;
  for (std::uintptr_t word = address / 4 * 4; word < address + bytes; word += 4) {
    const std::uintptr_t from = std::max(word, address);
    if (!global_access_is_valid(from, 1)) return {true, part.missing};
    const std::uint8_t mask = mask_of(from, std::min(word + 4, address + bytes));
    const unsigned written = *written_words(word) & mask;
    part.some |= written != 0;
    if (written != mask && part.missing == 0) {
      part.missing = word + static_cast<unsigned>(std::countr_zero(mask & ~written));
    }
    if (part.some && part.missing != 0) break;
  }
  return part;
}

}  // namespace simt
