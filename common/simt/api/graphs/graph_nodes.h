/// @file
/// @ingroup simt_api
/// From the parameters that a program gives for a node to what the node does. (For kernels: make_kernel_work.)
#pragma once

#include "api/launch/launch.h"
#include "api/work/state.h"
#include "api/work/work.h"
#include "base/error.h"

namespace simt {

cudaError_t make_copy_work(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                           Work& work);
cudaError_t make_fill_work(const cudaMemsetParams* parameters, Work& work);
/// Adds a node that does what `make(work)` says, if that finds nothing wrong.
cudaError_t add_node_to(cudaGraphNode_t* handle, cudaGraph_t graph,
                        const cudaGraphNode_t* dependencies, std::size_t count,
                        const std::function<cudaError_t(Work&)>& make);
/// A node with a condition, and its bodies, which are empty.
cudaError_t add_condition_node(cudaGraphNode_t* handle, cudaGraph_t graph,
                               const cudaGraphNode_t* dependencies, std::size_t count,
                               cudaConditionalNodeParams* parameters);
/// `use(work)` for a node that copies.
cudaError_t with_copy_node(cudaGraphNode_t node, const std::function<cudaError_t(Work&)>& use);
/// `use(work, node)` for a node that does what `Kind` does.
template <class Kind, class Use>
cudaError_t with_node(cudaGraphNode_t handle, const Use& use) {
  if (const cudaError_t error = device_error()) return result(error);
  const Lock lock(state().mutex);
  Node* node = find_node(handle);
  if (node == nullptr || !std::holds_alternative<Kind>(node->work)) {
    return result(cudaErrorInvalidValue);
  }
  return result(use(std::get<Kind>(node->work), *node));
}
cudaError_t make_host_work(const cudaHostNodeParams* parameters, Work& work);

}  // namespace simt
