/// @file
/// @ingroup simt_execution
/// The heap that kernels have.
#pragma once

#include <cstddef>

namespace simt {

/// Whether a CUDA thread runs code of its kernel.
bool is_device_code();
/// For the running CUDA thread; null if the heap is full. @param site of its call
void* heap_allocate(std::size_t bytes, const void* site);
/// Null is ignored; a pointer that is not from the heap stops the kernel. @param function that the thread calls
void heap_release(void* pointer, const char* function, const void* site);

}  // namespace simt
