/// @file
/// @ingroup simt_memory
/// Which bytes of global memory have been written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/range.h"

namespace simt {

/// Marks [address, address + bytes) of device memory as initialised; ignores other memory.
void mark_written(std::uintptr_t address, std::size_t bytes);
/// Marks as initialised what a copy or a memset has written, and counts its bytes.
void copied_to(const void* address, std::size_t bytes);
/// All of them.
std::uint64_t copied_bytes();
/// Marks the bytes as uninitialised: a copy has taken them from such memory.
void mark_bytes_unwritten(std::uintptr_t address, std::size_t bytes);
/// The uninitialised bytes of [address, address + bytes) of device memory, in not many more than `most` ranges.
std::vector<Range> unwritten_ranges(std::uintptr_t address, std::size_t bytes, std::size_t most);
/// Marks it as uninitialised: it belongs to no allocation.
void mark_unwritten(std::uintptr_t address, std::size_t bytes);
/// Gives the whole pages of [address, address + bytes) back to the system; they come back as zeros.
void give_back_pages(std::uintptr_t address, std::size_t bytes);

/// How much of some bytes of global memory is initialised.
struct WrittenPart {
  bool some = false;           ///< any of them is initialised, or in no allocation
  std::uintptr_t missing = 0;  ///< the first uninitialised byte; 0 if there is none
};
WrittenPart written_part(std::uintptr_t address, std::size_t bytes);

}  // namespace simt
