// Asynchronous copies. The model moves the bytes at once, and records which threads must not use them yet.
#include "simt/async_copy.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "simt/address_spaces.h"

#include "execution/block/block.h"
#include "execution/device_code/hooks.h"
#include "execution/threads/running_thread.h"

namespace simt {

namespace {

CopiesInFlight& copies_of(const char* function) { return device_code(function).watch().copies; }

/// One thread's part in a copy.
struct Copy {
  char* to;
  const char* from;
  std::size_t rank;
  std::size_t group_size;
  const void* pc;
  void* frame;
  CopiesInFlight* copies;
  CounterPhase phase{};

  /// Every `group_size`-th word of the next `words`; what is no copy from global to shared memory is
  /// complete at once.
  void move(std::size_t words, unsigned bytes) {
    const bool goes_on = is_in(AddressSpace::kShared, to) && is_in(AddressSpace::kGlobal, from);
    for (std::size_t i = rank; i < words; i += group_size) {
      char* const target = to + i * bytes;
      const char* const source = from + i * bytes;
      load_part(source, bytes, pc, frame);
      store_access(target, bytes, pc, frame);
      std::memcpy(target, source, bytes);
      if (goes_on) copies->begin(target, source, bytes, pc, phase);
    }
    to += words * bytes;
    from += words * bytes;
  }
};

/// The widest word that is aligned on both sides after the same number of bytes.
unsigned common_word(const void* to, const void* from, unsigned least) {
  const std::uintptr_t difference =
      (reinterpret_cast<std::uintptr_t>(to) ^ reinterpret_cast<std::uintptr_t>(from)) | 16;
  return std::max(least, static_cast<unsigned>(difference & -difference));
}

void check_size(std::size_t bytes, unsigned alignment, const void* pc) {
  if (bytes % alignment == 0) return;
  stop_kernel(
      cudaErrorLaunchFailure,
      [&] {
        return "memcpy_async() of " + std::to_string(bytes) + " bytes in words of " +
               std::to_string(alignment);
      },
      pc, "the size is in bytes, a multiple of the type's or the promised alignment");
}

/// In words of the alignment that the types or the size promise, as libcu++ does it.
void copy_in_words(Copy&& copy, std::size_t bytes, unsigned alignment) {
  check_size(bytes, alignment, copy.pc);
  check_aggregate_written(copy.from, bytes, copy.pc);
  unsigned word = std::min(alignment, 16u);
  if (alignment < 4) {
    const std::uintptr_t places = reinterpret_cast<std::uintptr_t>(copy.to) |
                                  reinterpret_cast<std::uintptr_t>(copy.from) | bytes | 16;
    const auto aligned = static_cast<unsigned>(places & -places);
    word = aligned < 4 ? 1 : aligned;
  }
  copy.move(bytes / word, word);
}

}  // namespace

void group_copy_async(void* to, const void* from, std::size_t bytes, unsigned alignment,
                      unsigned rank, unsigned group_size) {
  const void* const pc = __builtin_return_address(0);
  CopiesInFlight& copies = copies_of("memcpy_async");
  Copy copy{static_cast<char*>(to),
            static_cast<const char*>(from),
            rank,
            group_size,
            pc,
            __builtin_dwarf_cfa(),
            &copies};
  check_size(bytes, alignment, pc);
  check_aggregate_written(from, bytes, pc);
  unsigned word = alignment;
  if (alignment < 4) {
    word = common_word(to, from, alignment);
    if (word > bytes) word = alignment;
    const std::size_t head = -reinterpret_cast<std::uintptr_t>(from) % word;
    copy.move(head, 1);
    bytes -= head;
  }
  copy.move(bytes / word, word);
  copy.move(bytes % word, 1);
  copies.commit();
}

void batch_copy_async(void* to, const void* from, std::size_t bytes, unsigned alignment,
                      unsigned rank, unsigned group_size) {
  copy_in_words({static_cast<char*>(to), static_cast<const char*>(from), rank, group_size,
                 __builtin_return_address(0), __builtin_dwarf_cfa(), &copies_of("memcpy_async")},
                bytes, alignment);
}

void phase_copy_async(void* to, const void* from, std::size_t bytes, unsigned alignment,
                      unsigned rank, unsigned group_size, const void* counter,
                      std::uint32_t phase) {
  copy_in_words({static_cast<char*>(to),
                 static_cast<const char*>(from),
                 rank,
                 group_size,
                 __builtin_return_address(0),
                 __builtin_dwarf_cfa(),
                 &copies_of("memcpy_async"),
                 {reinterpret_cast<std::uintptr_t>(counter), phase}},
                bytes, alignment);
}

void async_commit() { copies_of("producer_commit").commit(); }

void async_wait_prior(unsigned count) { copies_of("wait").wait_prior(count); }

}  // namespace simt
