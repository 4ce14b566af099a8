/// @file
/// The device that the model reports: an H200's limits, with this machine's memory.
#pragma once

#include <cstddef>

#include "driver_types.h"

namespace simt {

inline constexpr std::size_t kStaticSharedLimit = 48 * 1024;
inline constexpr std::size_t kOptInSharedLimit = 232448;
/// The model has no register allocator: every kernel is taken to use this many.
inline constexpr int kRegistersPerThread = 32;

/// Bytes that cudaMalloc can hand out in total: what an H200 has, or half of this machine's.
std::size_t device_memory_bytes();

/// The largest dynamic shared memory that the function at `start` may be launched with.
std::size_t dynamic_shared_limit(const void* function_start);
/// Whether any kernel has a limit of its own, so that launches need to know theirs.
bool any_function_attributes();
/// Whether it may be launched in clusters of more blocks than every device can have.
bool allows_large_clusters(const void* kernel);

}  // namespace simt
