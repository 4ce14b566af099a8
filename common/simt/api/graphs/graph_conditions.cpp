// Conditions of graphs: their handles, and the nodes that read them.
#include "api/graphs/graph_nodes.h"
#include "base/api_call.h"
#include "base/error.h"
#include "memory/allocations.h"
#include "memory/graph_allocations.h"

namespace simt {
namespace {

bool size_fits(cudaGraphConditionalNodeType type, unsigned size) {
  switch (type) {
    case cudaGraphCondTypeIf:
      return size == 1 || size == 2;
    case cudaGraphCondTypeWhile:
      return size == 1;
    case cudaGraphCondTypeSwitch:
      return size > 0;
  }
  return false;
}

}  // namespace

cudaError_t add_condition_node(cudaGraphNode_t* handle, cudaGraph_t graph,
                               const cudaGraphNode_t* dependencies, std::size_t count,
                               cudaConditionalNodeParams* p) {
  return add_node_to(handle, graph, dependencies, count, [&](Work& work) {
    const auto& conditions = state().conditions;
    const auto found = conditions.find(p->handle);
    const auto condition = found == conditions.end() ? nullptr : found->second.lock();
    if (condition == nullptr || condition->is_used || !size_fits(p->type, p->size)) {
      return cudaErrorInvalidValue;
    }
    condition->is_used = true;
    ConditionWork node{condition, p->type, {}, std::make_shared<std::vector<cudaGraph_t>>()};
    for (unsigned i = 0; i < p->size; ++i) {
      node.bodies.push_back(make_graph());
      node.bodies.back()->is_body = true;
      node.handles->push_back(node.bodies.back()->handle);
    }
    p->phGraph_out = node.handles->data();
    work = std::move(node);
    return cudaSuccess;
  });
}

}  // namespace simt

using simt::Lock;
using simt::result;
using simt::state;

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle,
                                             cudaGraph_t graph_handle, unsigned int value,
                                             unsigned int flags) {
  SIMT_API_CALL;
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  const auto graph = state().graphs.find(graph_handle);
  if (handle == nullptr || graph == nullptr || flags > cudaGraphCondAssignDefault) {
    return result(cudaErrorInvalidValue);
  }
  void* const memory = simt::reserve_for_graph(sizeof(unsigned), simt::ApiCall::current().site);
  if (memory == nullptr) return result(cudaErrorMemoryAllocation);
  simt::commit(memory);
  auto condition = std::make_shared<simt::Condition>();
  condition->handle = *handle = ++state().last_condition;
  condition->value = static_cast<unsigned*>(memory);
  if ((flags & cudaGraphCondAssignDefault) != 0) condition->at_launch = value;
  state().conditions[condition->handle] = condition;
  graph->conditions.push_back(std::move(condition));
  return cudaSuccess;
}
