#include <algorithm>
#include <cstring>

#include "simt/address_spaces.h"
#include "simt/async_copy.h"

#include "execution/block/block.h"
#include "execution/device_code/hooks.h"

namespace simt {

namespace {

/// One thread's part in a copy by a group.
struct Copy {
  char* to;
  const char* from;
  std::size_t rank;
  std::size_t group_size;
  const void* pc;
  void* frame;
  Block* block;

  /// Every `group_size`-th word of the next `words`; what is no copy from global to shared memory
  /// lands at once.
  void move(std::size_t words, unsigned bytes) {
    const bool lands_later = is_in(AddressSpace::kShared, to) && is_in(AddressSpace::kGlobal, from);
    for (std::size_t i = rank; i < words; i += group_size) {
      AsyncStore store{{}, to + i * bytes, pc, frame, bytes};
      load_part(from + i * bytes, bytes, pc, frame);
      std::memcpy(store.data, from + i * bytes, bytes);
      if (lands_later) {
        block->async_copies().add(block->current_thread(), store);
      } else {
        store_access(store.to, bytes, pc, frame);
        std::memcpy(store.to, store.data, bytes);
      }
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

}  // namespace

void group_copy_async(void* to, const void* from, std::size_t bytes, unsigned alignment,
                      unsigned rank, unsigned group_size) {
  const void* const pc = __builtin_return_address(0);
  Block& block = device_code("memcpy_async");
  Copy copy{static_cast<char*>(to),
            static_cast<const char*>(from),
            rank,
            group_size,
            pc,
            __builtin_dwarf_cfa(),
            &block};
  if (bytes % alignment != 0) {
    const Unrecorded unrecorded;
    block.fail(cudaErrorLaunchFailure,
               "memcpy_async() of " + std::to_string(bytes) + " bytes in words of " +
                   std::to_string(alignment),
               pc, "the size is in bytes, a multiple of the type's or the promised alignment");
  }
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
  block.async_copies().commit(block.current_thread());
}

void async_wait_prior(unsigned count) {
  Block& block = device_code("wait");
  const auto perform = [](const AsyncStore& store) {
    store_access(store.to, store.bytes, store.pc, store.frame);
    std::memcpy(store.to, store.data, store.bytes);
  };
  block.async_copies().land_all_but(block.current_thread(), count, perform);
}

}  // namespace simt
