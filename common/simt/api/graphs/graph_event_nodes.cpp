// Nodes that record events, and wait for them.
#include "api/graphs/graph_nodes.h"
#include "base/api_call.h"

namespace simt {
namespace {

std::shared_ptr<StreamEvent> find_event(cudaEvent_t event) { return state().events.find(event); }

template <class Kind>
cudaError_t add_event_node(cudaGraphNode_t* node, cudaGraph_t graph,
                           const cudaGraphNode_t* dependencies, std::size_t count,
                           cudaEvent_t event) {
  return add_node_to(node, graph, dependencies, count, [&](Work& work) {
    work = Kind{find_event(event)};
    return find_event(event) != nullptr ? cudaSuccess : cudaErrorInvalidValue;
  });
}

template <class Kind>
cudaError_t give_event(cudaGraphNode_t node, cudaEvent_t* event) {
  return with_node<Kind>(node, [&](const Kind& work, auto&) {
    if (event == nullptr) return cudaErrorInvalidValue;
    for (const auto& [handle, found] : state().events.all()) {
      if (found == work.event) *event = handle;
    }
    return cudaSuccess;
  });
}

template <class Kind>
cudaError_t set_event(cudaGraphNode_t node, cudaEvent_t event) {
  return with_node<Kind>(node, [&](Kind& work, auto&) {
    if (find_event(event) == nullptr) return cudaErrorInvalidValue;
    work.event = find_event(event);
    return cudaSuccess;
  });
}

}  // namespace
}  // namespace simt

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* dependencies, std::size_t count,
                                        cudaEvent_t event) {
  SIMT_API_CALL;
  return simt::add_event_node<simt::RecordWork>(node, graph, dependencies, count, event);
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                      const cudaGraphNode_t* dependencies, std::size_t count,
                                      cudaEvent_t event) {
  SIMT_API_CALL;
  return simt::add_event_node<simt::WaitWork>(node, graph, dependencies, count, event);
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return simt::give_event<simt::RecordWork>(node, event);
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return simt::set_event<simt::RecordWork>(node, event);
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return simt::give_event<simt::WaitWork>(node, event);
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return simt::set_event<simt::WaitWork>(node, event);
}
