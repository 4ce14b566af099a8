// Nodes that allocate and free memory, and what graphs have taken from the device.
#include "api/graphs/graph_nodes.h"
#include "api/work/graph_memory.h"
#include "api/work/state.h"
#include "base/api_call.h"
#include "base/device.h"
#include "base/error.h"

using simt::graph_memory_pool;
using simt::Lock;
using simt::result;
using simt::state;
using simt::Work;

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, std::size_t count,
                                     cudaMemAllocNodeParams* parameters) {
  SIMT_API_CALL;
  return simt::add_node_to(node, graph, dependencies, count, [&](Work& work) {
    if (parameters == nullptr) return cudaErrorInvalidValue;
    std::shared_ptr<simt::GraphMemory> memory;
    const simt::Graph* const owner = state().graphs.find(graph).get();
    const void* const site = simt::ApiCall::current().site;
    if (const cudaError_t error = simt::make_graph_memory(*parameters, owner, site, memory)) {
      return error;
    }
    parameters->dptr = memory->address();
    work = simt::AllocateWork{std::move(memory)};
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                           cudaMemAllocNodeParams* parameters) {
  return simt::with_node<simt::AllocateWork>(node, [&](const auto& work, auto&) {
    if (parameters == nullptr) return cudaErrorInvalidValue;
    *parameters = work.memory->parameters;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                    const cudaGraphNode_t* dependencies, std::size_t count,
                                    void* pointer) {
  SIMT_API_CALL;
  return simt::add_node_to(node, graph, dependencies, count, [&](Work& work) {
    const auto memory = simt::find_graph_memory(pointer);
    if (memory == nullptr) return cudaErrorInvalidValue;
    const simt::Graph* const owner = state().graphs.find(graph).get();
    if (const cudaError_t error = simt::free_in_graph(*memory, owner)) return error;
    work = simt::ReleaseWork{memory};
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* pointer) {
  return simt::with_node<simt::ReleaseWork>(node, [&](const auto& work, auto&) {
    if (pointer == nullptr) return cudaErrorInvalidValue;
    *static_cast<void**>(pointer) = work.memory->address();
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute,
                                           void* value) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (!simt::is_device(device)) return result(cudaErrorInvalidDevice);
  const simt::OnDevice on(device);
  if (value == nullptr) return result(cudaErrorInvalidValue);
  const Lock lock(state().mutex);
  auto& bytes = *static_cast<std::uint64_t*>(value);
  switch (attribute) {
    case cudaGraphMemAttrUsedMemCurrent:
    case cudaGraphMemAttrReservedMemCurrent:
      bytes = graph_memory_pool().used();
      return cudaSuccess;
    case cudaGraphMemAttrUsedMemHigh:
    case cudaGraphMemAttrReservedMemHigh:
      bytes = graph_memory_pool().high(attribute);
      return cudaSuccess;
  }
  return result(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute,
                                           void* value) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (!simt::is_device(device)) return result(cudaErrorInvalidDevice);
  const simt::OnDevice on(device);
  const bool is_high =
      attribute == cudaGraphMemAttrUsedMemHigh || attribute == cudaGraphMemAttrReservedMemHigh;
  if (value == nullptr || !is_high || *static_cast<std::uint64_t*>(value) != 0) {
    return result(cudaErrorInvalidValue);  // can only be set back
  }
  const Lock lock(state().mutex);
  graph_memory_pool().reset_high(attribute);
  return cudaSuccess;
}

cudaError_t cudaDeviceGraphMemTrim(int device) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (!simt::is_device(device)) return result(cudaErrorInvalidDevice);
  const simt::OnDevice on(device);
  const Lock lock(state().mutex);
  graph_memory_pool().trim();
  return cudaSuccess;
}
