// Nodes whose type stands in their parameters.
#include "api/graphs/graph_nodes.h"
#include "api/work/state.h"
#include "base/api_call.h"
#include "base/error.h"

using simt::result;

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph,
                             const cudaGraphNode_t* dependencies, const cudaGraphEdgeData* edges,
                             std::size_t count, cudaGraphNodeParams* p, const char* file,
                             int line) {
  SIMT_API_CALL;
  if (p == nullptr) return result(cudaErrorInvalidValue);
  if (!simt::are_ordinary(edges, count)) return result(cudaErrorNotSupported);
  switch (p->type) {
    case cudaGraphNodeTypeKernel:
      return cudaGraphAddKernelNode(node, graph, dependencies, count, &p->kernel, file, line);
    case cudaGraphNodeTypeMemcpy:
      return cudaGraphAddMemcpyNode(node, graph, dependencies, count, &p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
      return cudaGraphAddMemsetNode(node, graph, dependencies, count, &p->memset);
    case cudaGraphNodeTypeHost:
      return cudaGraphAddHostNode(node, graph, dependencies, count, &p->host);
    case cudaGraphNodeTypeEmpty:
      return cudaGraphAddEmptyNode(node, graph, dependencies, count);
    case cudaGraphNodeTypeWaitEvent:
      return cudaGraphAddEventWaitNode(node, graph, dependencies, count, p->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
      return cudaGraphAddEventRecordNode(node, graph, dependencies, count, p->eventRecord.event);
    case cudaGraphNodeTypeGraph:
      if (p->graph.ownership != cudaGraphChildGraphOwnershipClone) break;
      return cudaGraphAddChildGraphNode(node, graph, dependencies, count, p->graph.graph);
    case cudaGraphNodeTypeMemAlloc:
      return cudaGraphAddMemAllocNode(node, graph, dependencies, count, &p->alloc);
    case cudaGraphNodeTypeMemFree:
      return cudaGraphAddMemFreeNode(node, graph, dependencies, count, p->free.dptr);
    case cudaGraphNodeTypeConditional:
      return simt::add_condition_node(node, graph, dependencies, count, &p->conditional);
    default:
      break;
  }
  return result(cudaErrorNotSupported);
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* p, const char* file,
                                   int line) {
  SIMT_API_CALL;
  if (p == nullptr) return result(cudaErrorInvalidValue);
  switch (p->type) {
    case cudaGraphNodeTypeKernel:
      return cudaGraphKernelNodeSetParams(node, &p->kernel, file, line);
    case cudaGraphNodeTypeMemcpy:
      return cudaGraphMemcpyNodeSetParams(node, &p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
      return cudaGraphMemsetNodeSetParams(node, &p->memset);
    case cudaGraphNodeTypeHost:
      return cudaGraphHostNodeSetParams(node, &p->host);
    default:
      return result(cudaErrorNotSupported);
  }
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                       cudaGraphNodeParams* p, const char* file, int line) {
  SIMT_API_CALL;
  if (p == nullptr) return result(cudaErrorInvalidValue);
  switch (p->type) {
    case cudaGraphNodeTypeKernel:
      return cudaGraphExecKernelNodeSetParams(exec, node, &p->kernel, file, line);
    case cudaGraphNodeTypeMemcpy:
      return cudaGraphExecMemcpyNodeSetParams(exec, node, &p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
      return cudaGraphExecMemsetNodeSetParams(exec, node, &p->memset);
    case cudaGraphNodeTypeHost:
      return cudaGraphExecHostNodeSetParams(exec, node, &p->host);
    default:
      return result(cudaErrorNotSupported);
  }
}
