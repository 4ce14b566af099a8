/// @file
/// @ingroup simt_api
/// What a kernel may be given: as it was compiled, and as cudaFuncSetAttribute has set it.
#pragma once

#include <cstddef>

#include "vector_types.h"

namespace simt {

/// The largest dynamic shared memory that the kernel at `start` may be launched with.
std::size_t dynamic_shared_limit(const void* start);
/// Whether any kernel has limits of its own, so that launches need to know theirs.
bool any_function_attributes();
/// The most blocks per cluster that it may be launched with.
unsigned cluster_limit(const void* kernel);
#if defined(__wasm__)  // where another block's shared memory has no second address
inline constexpr bool kHasClusters = false;
#else
inline constexpr bool kHasClusters = true;
#endif
/// Its own cluster, of `__cluster_dims__` or cudaFuncSetAttribute; (0, 0, 0) if it has none.
dim3 kernel_cluster_dims(const void* kernel);
/// The cluster of a launch that names none.
dim3 default_cluster(const void* kernel);
/// Whether it, or the launch, has to have one.
bool cluster_must_be_set(const void* kernel);

}  // namespace simt
