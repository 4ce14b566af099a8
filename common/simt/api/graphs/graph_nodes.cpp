// Nodes of graphs: made one by one, asked for their parameters and given new ones.
#include "api/graphs/graph_nodes.h"

#include "api/work/state.h"
#include "base/api_call.h"
#include "base/error.h"
#include "base/static_memory.h"
#include "execution/grid/probe.h"
#include "memory/accessibility.h"

namespace simt {

cudaError_t make_copy_work(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                           Work& work) {
  if (bytes == 0 || !copy_is_valid(to, from, bytes, kind)) return cudaErrorInvalidValue;
  work = CopyWork{to, from, bytes, kind};
  return cudaSuccess;
}

cudaError_t make_fill_work(const cudaMemsetParams* p, Work& work) {
  if (p == nullptr) return cudaErrorInvalidValue;
  const bool size_fits = p->elementSize == 1 || p->elementSize == 2 || p->elementSize == 4;
  if (!size_fits || p->width == 0 || p->height == 0) return cudaErrorInvalidValue;
  const std::size_t row = p->width * p->elementSize;
  if (p->height > 1 && p->pitch < row) return cudaErrorInvalidValue;
  if (is_symbol(p->dst) || !is_device_accessible(p->dst, (p->height - 1) * p->pitch + row)) {
    return cudaErrorInvalidValue;
  }
  work = FillWork{*p};
  return cudaSuccess;
}

cudaError_t make_host_work(const cudaHostNodeParams* p, Work& work) {
  if (p == nullptr || p->fn == nullptr) return cudaErrorInvalidValue;
  work = HostWork{*p};
  return cudaSuccess;
}

cudaError_t add_node_to(cudaGraphNode_t* handle, cudaGraph_t graph_handle,
                        const cudaGraphNode_t* dependencies, std::size_t count,
                        const std::function<cudaError_t(Work&)>& make) {
  if (const cudaError_t error = device_error()) return result(error);
  const Lock lock(state().mutex);
  const auto graph = state().graphs.find(graph_handle);
  if (handle == nullptr || graph == nullptr || (count > 0 && dependencies == nullptr)) {
    return result(cudaErrorInvalidValue);
  }
  std::vector<Node*> after;
  for (std::size_t i = 0; i < count; ++i) {
    Node* node = find_node(dependencies[i]);
    if (node == nullptr || node->graph != graph.get()) return result(cudaErrorInvalidValue);
    after.push_back(node);
  }
  Work work;
  if (const cudaError_t error = make(work)) return result(error);
  *handle = add_node(*graph, std::move(work), std::move(after))->handle;
  return cudaSuccess;
}

cudaError_t with_copy_node(cudaGraphNode_t handle, const std::function<cudaError_t(Work&)>& use) {
  if (const cudaError_t error = device_error()) return result(error);
  const Lock lock(state().mutex);
  Node* node = find_node(handle);
  if (node == nullptr || type_of(node->work) != cudaGraphNodeTypeMemcpy) {
    return result(cudaErrorInvalidValue);
  }
  return result(use(node->work));
}

}  // namespace simt

using simt::Work;

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaKernelNodeParams* parameters, const char* file,
                                   int line) {
  SIMT_API_CALL;
  return simt::add_node_to(node, graph, dependencies, count, [&](Work& work) {
    if (parameters == nullptr) return cudaErrorInvalidValue;
    simt::KernelWork kernel;
    const cudaError_t error = simt::make_kernel_work(*parameters, nullptr, file, line, kernel);
    work = std::move(kernel);
    return error;
  });
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* parameters) {
  return simt::with_node<simt::KernelWork>(node, [&](const simt::KernelWork& kernel, auto&) {
    if (parameters == nullptr) return cudaErrorInvalidValue;
    *parameters = kernel.parameters;
    if (parameters->func == nullptr) {  // captured: only the call knows its arguments
      const simt::LaunchConfig& config = kernel.config;
      *parameters = {const_cast<void*>(simt::kernel_of(kernel.call.get())),
                     config.grid,
                     config.block,
                     static_cast<unsigned>(config.shared_bytes),
                     nullptr,
                     nullptr};
    }
    return cudaSuccess;
  });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const cudaKernelNodeParams* parameters, const char* file,
                                         int line) {
  return simt::with_node<simt::KernelWork>(node, [&](simt::KernelWork& kernel, auto&) {
    if (parameters == nullptr) return cudaErrorInvalidValue;
    simt::KernelWork changed;
    const cudaError_t error = simt::make_kernel_work(*parameters, nullptr, file, line, changed);
    if (error == cudaSuccess) kernel = std::move(changed);
    return error;
  });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, std::size_t count,
                                     void* to, const void* from, std::size_t bytes,
                                     cudaMemcpyKind kind) {
  SIMT_API_CALL;
  return simt::add_node_to(node, graph, dependencies, count, [&](Work& work) {
    return simt::make_copy_work(to, from, bytes, kind, work);
  });
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from,
                                           std::size_t bytes, cudaMemcpyKind kind) {
  SIMT_API_CALL;
  return simt::with_copy_node(
      node, [&](Work& work) { return simt::make_copy_work(to, from, bytes, kind, work); });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaMemsetParams* parameters) {
  SIMT_API_CALL;
  return simt::add_node_to(node, graph, dependencies, count,
                           [&](Work& work) { return simt::make_fill_work(parameters, work); });
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* parameters) {
  return simt::with_node<simt::FillWork>(node, [&](const simt::FillWork& fill, auto&) {
    if (parameters == nullptr) return cudaErrorInvalidValue;
    *parameters = fill.parameters;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* parameters) {
  SIMT_API_CALL;
  return simt::with_node<simt::FillWork>(
      node, [&](auto&, simt::Node& n) { return simt::make_fill_work(parameters, n.work); });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* dependencies, std::size_t count,
                                 const cudaHostNodeParams* parameters) {
  SIMT_API_CALL;
  return simt::add_node_to(node, graph, dependencies, count,
                           [&](Work& work) { return simt::make_host_work(parameters, work); });
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* parameters) {
  return simt::with_node<simt::HostWork>(node, [&](const simt::HostWork& host, auto&) {
    if (parameters == nullptr) return cudaErrorInvalidValue;
    *parameters = host.parameters;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
  SIMT_API_CALL;
  return simt::with_node<simt::HostWork>(
      node, [&](auto&, simt::Node& n) { return simt::make_host_work(parameters, n.work); });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* dependencies, std::size_t count) {
  SIMT_API_CALL;
  return simt::add_node_to(node, graph, dependencies, count, [](Work& work) {
    work = simt::EmptyWork{};
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* dependencies, std::size_t count,
                                       cudaGraph_t child) {
  SIMT_API_CALL;
  return simt::add_node_to(node, graph, dependencies, count, [&](Work& work) {
    const auto original = simt::state().graphs.find(child);
    if (original == nullptr || child == graph) return cudaErrorInvalidValue;
    if (simt::has_memory_nodes(*original) || simt::has_conditions(*original)) {
      return cudaErrorNotSupported;
    }
    work = simt::GraphWork{simt::clone(*original)};
    return cudaSuccess;
  });
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph) {
  return simt::with_node<simt::GraphWork>(node, [&](const simt::GraphWork& child, auto&) {
    if (graph == nullptr) return cudaErrorInvalidValue;
    if (child.graph->handle == nullptr) {
      child.graph->handle = simt::state().graphs.add(child.graph);
    }
    *graph = child.graph->handle;
    return cudaSuccess;
  });
}
