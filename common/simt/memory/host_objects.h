/// @file
/// @ingroup simt_memory
/// Objects that host code has made: their pointers to virtual functions are the host's, so a kernel must not call
/// these.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace simt {

/// Whether there are such bytes at all: most programs copy no objects, and have no virtual functions.
extern std::atomic<bool> has_bytes_of_host;

/// Host code has filled these bytes of memory that kernels use: by a copy, or by a constructor.
void record_bytes_of_host(std::uintptr_t address, std::size_t bytes);
/// A kernel's constructor, or a copy inside of the device, has filled them, or they are freed.
void forget_bytes_of_host(std::uintptr_t address, std::size_t bytes);
bool are_bytes_of_host(std::uintptr_t address);

}  // namespace simt
