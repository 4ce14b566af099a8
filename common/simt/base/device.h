/// @file
/// @ingroup simt_base
/// The device that the model reports: an H200's limits, with this machine's memory.
#pragma once

#include <cstddef>

#include "driver_types.h"
#include "vector_types.h"

namespace simt {

inline constexpr std::size_t kStaticSharedLimit = 48 * 1024;
inline constexpr std::size_t kOptInSharedLimit = 232448;
/// The model has no register allocator: every kernel is taken to use this many.
inline constexpr int kRegistersPerThread = 32;

/// Bytes that cudaMalloc can hand out in total: what an H200 has, or half of this machine's.
std::size_t device_memory_bytes();

int device_attribute(cudaDeviceAttr attribute);

/// The largest dynamic shared memory that the kernel at `start` may be launched with.
std::size_t dynamic_shared_limit(const void* start);
/// Whether any kernel has limits of its own, so that launches need to know theirs.
bool any_function_attributes();
/// The most blocks per cluster that it may be launched with.
unsigned cluster_limit(const void* kernel);
/// Its own cluster, of `__cluster_dims__` or cudaFuncSetAttribute; (0, 0, 0) if it has none.
dim3 kernel_cluster_dims(const void* kernel);
/// The cluster of a launch that names none.
dim3 default_cluster(const void* kernel);
/// Whether it, or the launch, has to have one.
bool cluster_must_be_set(const void* kernel);

}  // namespace simt
