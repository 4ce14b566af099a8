/// @file
/// @ingroup simt_memory
/// The heap of kernels, malloc() and new: the host's functions do not take its memory.
#pragma once

#include <cstddef>

namespace simt {

/// Null if the heap has not that much left.
void* allocate_from_heap(std::size_t bytes, const void* site);
/// How many bytes `allocate_from_heap` has returned here, released or not; 0 if that was not so.
std::size_t bytes_on_heap(const void* pointer);
/// False if `pointer` is not what `allocate_from_heap` has returned, or has been released.
bool release_to_heap(void* pointer, const void* site);
/// cudaLimitMallocHeapSize.
std::size_t heap_limit();
/// False if a kernel has used the heap: then it stays as it is.
bool set_heap_limit(std::size_t bytes);

}  // namespace simt
