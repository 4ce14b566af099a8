// Nodes that copy boxes, as cudaMemcpy3D does; what is a single row is a copy of bytes.
#include "api/graphs/graph_nodes.h"
#include "api/textures/copy_box.h"
#include "base/api_call.h"
#include "base/error.h"

using simt::Work;

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaMemcpy3DParms* parameters) {
  SIMT_API_CALL;
  return simt::add_node_to(node, graph, dependencies, count,
                           [&](Work& work) { return simt::make_box_work(parameters, work); });
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* parameters) {
  return simt::with_copy_node(node, [&](Work& work) {
    if (parameters == nullptr) return cudaErrorInvalidValue;
    return simt::box_of(work, parameters) ? cudaSuccess : cudaErrorNotSupported;
  });
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const cudaMemcpy3DParms* parameters) {
  SIMT_API_CALL;
  return simt::with_copy_node(node,
                              [&](Work& work) { return simt::make_box_work(parameters, work); });
}
