/// @file
/// @ingroup simt_memory
/// The memory that kernels use, and what a kernel did wrong with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "driver_types.h"

#include "base/call_chain.h"
#include "base/static_memory.h"
#include "base/trace_event.h"

namespace simt {

/// Reserves the address map, the first time it is called.
void reserve_address_map();

/// The parts of global memory, in the order of their addresses.
enum class Heap { kPinned, kManaged, kDevice, kKernels };

/// Memory of `bytes`, 512-byte aligned or more; null if there is not that much left.
/// @param flags what the program gave when it asked for the memory. @param site where it did.
void* allocate(std::size_t bytes, const void* site, Heap heap = Heap::kDevice, unsigned flags = 0);
/// False if `pointer` is no live allocation.
bool release(void* pointer, const void* site);
void release_all();
/// Warns if this was an allocation that is freed already.
void check_double_free(const void* pointer, const void* site);
/// The program has tried to free this, but a kernel has failed before.
void record_failed_release(const void* pointer);

// The same in the order of a stream: the host knows at once what kernels see later.
/// Device memory that kernels may use after `commit`.
void* reserve(std::size_t bytes, const void* site);
void commit(void* pointer);
/// From now on the host has it no longer; kernels have until `finish_release`.
bool begin_release(void* pointer, const void* site);
void finish_release(void* pointer);

// Memory of graphs. Launches allocate it (`commit`) and free it, and it keeps its address.
/// Device memory that is not there yet.
void* reserve_for_graph(std::size_t bytes, const void* site);
/// A launch allocates the memory and does not free it: that is left to the host.
void keep_after_launch(void* pointer);
bool is_kept_after_launch(const void* pointer);
/// A node has freed it. @param site where the node was made
void finish_release_in_graph(void* pointer, const void* site);
/// No launch will allocate it again.
void retire_graph_memory(void* pointer);
/// Whether there ever was any.
bool has_graph_memory();
/// Whether this is in memory of a graph that no launch has allocated, or that has been freed.
bool is_absent_graph_memory(std::uintptr_t address);

// The heap of kernels, malloc() and new: the host's functions do not take its memory.
/// Null if the heap has not that much left.
void* allocate_from_heap(std::size_t bytes, const void* site);
/// How many bytes `allocate_from_heap` has returned here, released or not; 0 if that was not so.
std::size_t bytes_on_heap(const void* pointer);
/// False if `pointer` is not what `allocate_from_heap` has returned, or has been released.
bool release_to_heap(void* pointer, const void* site);
/// What an address is that no kernel can release: "inside the 16 bytes that …", "memory of the host".
std::string describe_unreleasable(const void* pointer);
/// cudaLimitMallocHeapSize.
std::size_t heap_limit();
/// False if a kernel has used the heap: then it stays as it is.
bool set_heap_limit(std::size_t bytes);

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

/// Whether [pointer, pointer + bytes) is device memory: inside of one live allocation, managed or
/// not, or a device variable.
bool is_device_range(const void* pointer, std::size_t bytes);
bool is_device_pointer(const void* pointer);
/// Whether a device variable begins here: CUDA knows them by this address, so but for the first one, an element of an
/// array is no symbol.
bool is_device_variable(const void* pointer);
/// Whether this is page-locked memory of the host: allocated so, or registered.
bool is_pinned(const void* pointer);

/// Who can use a range of memory.
enum class Accessibility { kNone, kHost, kDevice, kBoth };
Accessibility accessibility_of(const void* pointer, std::size_t bytes);
/// Whether kernels can use all of it.
bool is_device_accessible(const void* pointer, std::size_t bytes);
/// Whether the kind of copy fits what the two sides are.
bool kind_fits(cudaMemcpyKind kind, Accessibility to, Accessibility from);
/// The same of what the pointers are; both ranges have to be one allocation.
bool kind_fits(cudaMemcpyKind kind, const void* to, const void* from, std::size_t bytes);
/// Whether the kind of copy fits what the pointers are, both ranges are one allocation, and neither is a
/// symbol.
/// Handles of arrays, which are no pointers: copies to them have functions of their own.
void add_array(const void* handle);
bool remove_array(const void* handle);  ///< false if it was none
bool is_array(const void* handle);
bool copy_is_valid(const void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);

/// Marks [address, address + bytes) of device memory as initialised; ignores other memory.
void mark_written(std::uintptr_t address, std::size_t bytes);
/// The same of what a copy or a memset has written, which is counted.
void copied_to(const void* address, std::size_t bytes);
/// All of them.
std::uint64_t copied_bytes();
/// Marks the bytes as uninitialised: a copy has taken them from such memory.
void mark_bytes_unwritten(std::uintptr_t address, std::size_t bytes);
struct Range;
/// The uninitialised bytes of [address, address + bytes) of device memory, in not many more than `most` ranges.
std::vector<Range> unwritten_ranges(std::uintptr_t address, std::size_t bytes, std::size_t most);
/// Marks it as uninitialised: it belongs to no allocation.
void mark_unwritten(std::uintptr_t address, std::size_t bytes);
/// Gives the whole pages of [address, address + bytes) back to the system; they come back as zeros.
void give_back_pages(std::uintptr_t address, std::size_t bytes);
/// What a report adds to an allocation at [begin, end), such as its name; may be empty.
using AllocationLabel = std::function<std::string(std::uintptr_t begin, std::uintptr_t end)>;
/// How much of some bytes of global memory is initialised.
struct WrittenPart {
  bool some = false;           ///< any of them is initialised, or in no allocation
  std::uintptr_t missing = 0;  ///< the first uninitialised byte; 0 if there is none
};
WrittenPart written_part(std::uintptr_t address, std::size_t bytes);
/// "byte 12 of the 4096 bytes that were allocated at x.cu:7"
std::string global_position(std::uintptr_t address, const AllocationLabel& label = {});

/// Where an invalid address lies, in words.
struct Whereabouts {
  const char* memory;  ///< "global memory", or the part of it that is the host's, too
  std::string where;   ///< "4 bytes past the end of …"
};
/// Where an invalid address lies, seen from the allocations around it. @param advice receives what
/// to do instead, where that is clear.
Whereabouts describe_global(std::uintptr_t address, std::string* advice,
                            const AllocationLabel& label = {});

}  // namespace simt
