/// @file
/// @ingroup simt_memory
/// Global memory that a program allocates and frees, and what is known of each allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/call_chain.h"

namespace simt {

/// The parts of global memory, in the order of their addresses.
enum class Heap { kPinned, kManaged, kDevice, kKernels };

/// Memory of `bytes`, 512-byte aligned or more; null if there is not that much left.
/// @param flags what the program gave when it asked for the memory
/// @param site where it did
void* allocate(std::size_t bytes, const void* site, Heap heap = Heap::kDevice, unsigned flags = 0);
/// False if `pointer` is no live allocation.
bool release(void* pointer, const void* site);
/// What was allocated while the current device was that.
void release_all();
/// Warns if this was an allocation that is freed already.
void check_double_free(const void* pointer, const void* site);
/// The program has tried to free this, but a kernel has failed before.
void record_failed_release(const void* pointer);

// Allocating and freeing in the order of a stream: the host knows at once what kernels see later.
/// Its flags: of a pool, which cudaDeviceEnablePeerAccess does not open to other devices.
inline constexpr unsigned kPoolMemory = 1;
/// Device memory that kernels may use after `commit`.
void* reserve(std::size_t bytes, const void* site);
void commit(void* pointer);
/// From now on the host has it no longer; kernels have until `finish_release`.
bool begin_release(void* pointer, const void* site);
void finish_release(void* pointer);

/// Bytes of device memory that are allocated.
std::size_t allocated_bytes();
/// Calls `visit` with the size of each live allocation, the calls that led to it, and what it is: "" for
/// device memory, else " of managed memory"; `tried`: to free it, after a failure.
using AllocationVisitor =
    std::function<void(std::size_t bytes, const CallChain& calls, const char* kind, bool tried)>;
void for_each_allocation(const AllocationVisitor& visit);

/// Calls `visit` with what kernels can use of global memory, in pieces.
void for_each_usable_range(
    const std::function<void(std::uintptr_t address, std::size_t bytes)>& visit);

struct LiveAllocation {
  std::uintptr_t address;
  std::size_t bytes;
  Heap heap;
  unsigned flags;
  int device;  ///< that was current when it was made
};
/// Whether `pointer`, to a variable, is what some memory of the device's contains.
bool is_kept_in_memory(const void* pointer);
/// What `pointer` is in; nothing for the heap of kernels.
std::optional<LiveAllocation> find_allocation(const void* pointer);

struct ElementRange;
/// What kernels may use of the allocation that `address` is in, with what it is declared as.
std::optional<ElementRange> allocated_range(std::uintptr_t address);
/// Appends the allocations that are declared to be arrays of structs.
void add_declared_ranges(std::vector<ElementRange>& ranges);

}  // namespace simt
