/// @file
/// @ingroup simt_memory
/// Who can use which memory, and what that means for copies.
#pragma once

#include <cstddef>

#include "driver_types.h"

namespace simt {

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
/// Whether the kind of copy fits what these pointers are; both ranges have to be one allocation.
bool kind_fits(cudaMemcpyKind kind, const void* to, const void* from, std::size_t bytes);

/// Handles of arrays, which are no pointers: copies to them have functions of their own.
void add_array(const void* handle);
bool remove_array(const void* handle);  ///< false if it was none
bool is_array(const void* handle);

/// Whether the kind of copy fits what the pointers are, both ranges are one allocation, and neither is a
/// symbol.
bool copy_is_valid(const void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);

}  // namespace simt
