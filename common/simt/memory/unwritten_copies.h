/// @file
/// @ingroup simt_memory
/// What the host has copied from uninitialised device memory, and whether host code reads it.
///
/// The copy itself is no mistake: of a buffer with room for n elements a program may copy all and look at as many as
/// there are, and the padding of structs is never written. So the bytes are recorded, until the host writes or
/// frees them. An access that finds nothing but such bytes is warned about.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/api_call.h"

namespace simt {

/// The range of all such bytes: most accesses only have to know that they are outside of it.
struct UnwrittenCopies {
  std::atomic<std::uintptr_t> low{0};
  std::atomic<std::size_t> bytes{0};

  bool contain(std::uintptr_t address) const {
    return address - low.load(std::memory_order_relaxed) < bytes.load(std::memory_order_relaxed);
  }
  bool overlap(std::uintptr_t address, std::size_t count) const {
    const std::uintptr_t first = low.load(std::memory_order_relaxed);
    return address < first + bytes.load(std::memory_order_relaxed) && first < address + count;
  }
};
extern UnwrittenCopies unwritten_copies;

/// `bytes` bytes have been copied from `from` to `to`, which need not be the host's.
void record_copy(const void* to, const void* from, std::size_t bytes, const CallSite& call);
/// Host code reads the bytes, and warns if none of them was ever written; of a comparison of many bytes, if a whole
/// element was not.
void host_reads_copied(std::uintptr_t address, std::size_t bytes, const void* pc,
                       bool compares = false);
/// Host code has written the bytes, or freed them.
void forget_copied(std::uintptr_t address, std::size_t bytes);
/// Host code copies from one place to the other: no use of what is there.
void host_moves_copied(const void* to, const void* from, std::size_t bytes);
/// Host code gives this block of the C library's heap back.
void host_frees_copied(void* block);

}  // namespace simt
