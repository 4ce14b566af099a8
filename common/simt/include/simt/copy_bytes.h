/// @file
/// Copies by the threads of a group, in the widest unit that the addresses permit.
///
/// Inlined into the kernel: they count at its line, as loads and stores.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vector_types.h"

namespace simt {

template <class Unit>
[[gnu::always_inline]] inline void copy_units(void* to, const void* from, std::size_t bytes,
                                              unsigned rank, unsigned threads) {
  typedef Unit Any __attribute__((may_alias));
  for (std::size_t i = rank; i < bytes / sizeof(Unit); i += threads) {
    static_cast<Any*>(to)[i] = static_cast<const Any*>(from)[i];
  }
}

/// @param rank of the calling thread among `threads`
[[gnu::always_inline]] inline void copy_bytes(void* to, const void* from, std::size_t bytes,
                                              unsigned rank, unsigned threads) {
  typedef unsigned Quad __attribute__((vector_size(16)));
  const std::uintptr_t alignment =
      reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) | bytes;
  if (alignment % 16 == 0) {
    copy_units<Quad>(to, from, bytes, rank, threads);
  } else if (alignment % 8 == 0) {
    copy_units<std::uint64_t>(to, from, bytes, rank, threads);
  } else if (alignment % 4 == 0) {
    copy_units<std::uint32_t>(to, from, bytes, rank, threads);
  } else {
    copy_units<std::uint8_t>(to, from, bytes, rank, threads);
  }
}

}  // namespace simt
