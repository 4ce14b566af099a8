/// @file
/// @ingroup simt_memory
/// What the memory that a kernel uses is an array of: the kernel's arguments say it, and where they
/// do not, the call that allocated it.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/elements.h"
#include "simt/launch.h"

namespace simt {

struct ElementRange {
  std::uintptr_t begin, end;
  Elements elements;
};

/// The ranges of global memory that `call` and the allocations declare, those of the call first;
/// none if no struct is among them.
std::vector<ElementRange> declared_ranges(const KernelCall* call);

/// What the memory at `address`, in an allocation, is declared as, by `call` or else by the allocation.
Elements declared_at(const KernelCall* call, std::uintptr_t address);

/// How many bytes of an access of `bytes` at `address` go in one instruction: as many as nvcc can
/// count on to be aligned. @param most how many where the type of the memory is not known.
unsigned piece_of(Elements elements, std::uintptr_t address, std::size_t bytes, unsigned most);

}  // namespace simt
