/// @file
/// @ingroup simt_execution
/// How many blocks of a kernel a multiprocessor can have at the same time.
#pragma once

#include <cstddef>

namespace simt {

/// Of a launch that is possible. Compute capability 9.0: warps get registers in units of 256, each in the quarter of
/// the multiprocessor that it lives in, and blocks 1 KiB of shared memory more, for the system (CUDA C++ Programming
/// Guide, "Compute Capabilities"). @param kernel may be null: it needs what most kernels do then
int resident_blocks(const void* kernel, unsigned threads, std::size_t dynamic_shared_bytes);

/// Shared memory that each of so many resident blocks can have.
std::size_t shared_bytes_of_each(int blocks);

}  // namespace simt
