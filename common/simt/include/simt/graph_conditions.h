/// @file
/// Nodes with a condition, on which depends whether, or how often, their bodies run.
#pragma once

#include <cstddef>

#include "simt/graph_types.h"
#include "simt/uncounted.h"

/// Of a condition that kernels of the graph set.
/// @param flags cudaGraphCondAssignDefault: it has the value at the beginning of every launch
cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle, cudaGraph_t graph,
                                             unsigned int value = 0, unsigned int flags = 0);
namespace simt {
/// Where the value of a condition is, for a kernel of its graph.
unsigned* condition_value(cudaGraphConditionalHandle handle);
}  // namespace simt
/// In a kernel of the graph.
SIMT_INLINE void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value) {
  *simt::condition_value(handle) = value;
}
