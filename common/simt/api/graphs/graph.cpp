// Graphs: what can be asked about them, and changes to their edges.
#include <algorithm>

#include "api/work/state.h"
#include "base/error.h"

namespace simt {
namespace {

/// The protocol of all lists: the number alone, or as many as there is room for; what is left of
/// the room is filled with null.
template <class Handle>
void give_list(const std::vector<Handle>& all, Handle* out, std::size_t* count) {
  if (out != nullptr) {
    for (std::size_t i = 0; i < *count; ++i) out[i] = i < all.size() ? all[i] : nullptr;
    *count = std::min(*count, all.size());
  } else {
    *count = all.size();
  }
}

std::vector<cudaGraphNode_t> dependents_of(const Node& node) {
  std::vector<cudaGraphNode_t> dependents;
  for (const auto& other : node.graph->nodes) {
    const auto& after = other->after;
    if (std::find(after.begin(), after.end(), &node) != after.end()) {
      dependents.push_back(other->handle);
    }
  }
  return dependents;
}

std::vector<cudaGraphNode_t> handles_of(const std::vector<Node*>& nodes) {
  std::vector<cudaGraphNode_t> handles;
  for (const Node* node : nodes) handles.push_back(node->handle);
  return handles;
}

/// Calls `change(from, to)` for each edge of the list, if all are between nodes of the graph.
template <class Change>
cudaError_t for_edges(cudaGraph_t graph_handle, const cudaGraphNode_t* from,
                      const cudaGraphNode_t* to, std::size_t count, const Change& change) {
  if (const cudaError_t error = device_error()) return error;
  const Lock lock(state().mutex);
  const auto graph = state().graphs.find(graph_handle);
  if (graph == nullptr) return cudaErrorInvalidValue;
  if (count > 0 && (from == nullptr || to == nullptr)) return cudaErrorInvalidValue;
  for (std::size_t i = 0; i < count; ++i) {
    Node* first = find_node(from[i]);
    Node* second = find_node(to[i]);
    if (first == nullptr || second == nullptr || first == second || first->graph != graph.get() ||
        second->graph != graph.get()) {
      return cudaErrorInvalidValue;
    }
    if (const cudaError_t error = change(first, second)) return error;
  }
  return cudaSuccess;
}

}  // namespace

}  // namespace simt

using simt::Lock;
using simt::result;
using simt::state;

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (graph == nullptr || flags != 0) return result(cudaErrorInvalidValue);
  const Lock lock(state().mutex);
  *graph = simt::make_graph()->handle;
  return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  const auto found = state().graphs.find(graph);
  if (found != nullptr && found->is_body) return result(cudaErrorInvalidValue);
  return result(state().graphs.remove(graph) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t original) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  const auto graph = state().graphs.find(original);
  if (clone == nullptr || graph == nullptr) return result(cudaErrorInvalidValue);
  if (simt::has_memory_nodes(*graph) || simt::has_conditions(*graph)) {
    return result(cudaErrorNotSupported);
  }
  auto copy = simt::clone(*graph);
  copy->handle = *clone = state().graphs.add(copy);
  return cudaSuccess;
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original,
                                     cudaGraph_t clone) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  const auto graph = state().graphs.find(clone);
  if (node == nullptr || graph == nullptr) return result(cudaErrorInvalidValue);
  for (const auto& candidate : graph->nodes) {
    if (candidate->original != original) continue;
    *node = candidate->handle;
    return cudaSuccess;
  }
  return result(cudaErrorInvalidValue);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t handle, cudaGraphNode_t* nodes, std::size_t* count) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  const auto graph = state().graphs.find(handle);
  if (graph == nullptr || count == nullptr) return result(cudaErrorInvalidValue);
  std::vector<cudaGraphNode_t> all;
  for (const auto& node : graph->nodes) all.push_back(node->handle);
  simt::give_list(all, nodes, count);
  return cudaSuccess;
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t handle, cudaGraphNode_t* nodes, std::size_t* count) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  const auto graph = state().graphs.find(handle);
  if (graph == nullptr || count == nullptr) return result(cudaErrorInvalidValue);
  std::vector<cudaGraphNode_t> roots;
  for (const auto& node : graph->nodes) {
    if (node->after.empty()) roots.push_back(node->handle);
  }
  simt::give_list(roots, nodes, count);
  return cudaSuccess;
}

cudaError_t cudaGraphGetEdges(cudaGraph_t handle, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* edges, std::size_t* count) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  const auto graph = state().graphs.find(handle);
  if (graph == nullptr || count == nullptr || (from == nullptr) != (to == nullptr)) {
    return result(cudaErrorInvalidValue);
  }
  std::vector<cudaGraphNode_t> first, second;
  for (const auto& node : graph->nodes) {
    for (const simt::Node* earlier : node->after) {
      first.push_back(earlier->handle);
      second.push_back(node->handle);
    }
  }
  std::size_t room = *count;
  simt::give_list(first, from, &room);
  simt::give_list(second, to, count);
  if (edges != nullptr) std::fill(edges, edges + *count, cudaGraphEdgeData{});
  return cudaSuccess;
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData* edges,
                                     std::size_t count) {
  if (!simt::are_ordinary(edges, count)) return result(cudaErrorNotSupported);
  return result(simt::for_edges(graph, from, to, count, [](simt::Node* first, simt::Node* second) {
    auto& after = second->after;
    if (std::find(after.begin(), after.end(), first) != after.end()) return cudaErrorInvalidValue;
    after.push_back(first);
    return cudaSuccess;
  }));
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData*,
                                        std::size_t count) {
  return result(simt::for_edges(graph, from, to, count, [](simt::Node* first, simt::Node* second) {
    auto& after = second->after;
    const auto it = std::find(after.begin(), after.end(), first);
    if (it == after.end()) return cudaErrorInvalidValue;
    if (simt::has_memory_nodes(*second->graph)) return cudaErrorNotSupported;
    after.erase(it);
    return cudaSuccess;
  }));
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t handle, cudaGraphNodeType* type) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  const simt::Node* node = simt::find_node(handle);
  if (node == nullptr || type == nullptr) return result(cudaErrorInvalidValue);
  *type = simt::type_of(node->work);
  return cudaSuccess;
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t handle, cudaGraphNode_t* nodes,
                                         cudaGraphEdgeData* edges, std::size_t* count) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  const simt::Node* node = simt::find_node(handle);
  if (node == nullptr || count == nullptr) return result(cudaErrorInvalidValue);
  simt::give_list(simt::handles_of(node->after), nodes, count);
  if (edges != nullptr) std::fill(edges, edges + *count, cudaGraphEdgeData{});
  return cudaSuccess;
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t handle, cudaGraphNode_t* nodes,
                                           cudaGraphEdgeData* edges, std::size_t* count) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  const simt::Node* node = simt::find_node(handle);
  if (node == nullptr || count == nullptr) return result(cudaErrorInvalidValue);
  simt::give_list(simt::dependents_of(*node), nodes, count);
  if (edges != nullptr) std::fill(edges, edges + *count, cudaGraphEdgeData{});
  return cudaSuccess;
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t handle) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  simt::Node* node = simt::find_node(handle);
  if (node == nullptr) return result(cudaErrorInvalidValue);
  if (simt::has_memory_nodes(*node->graph)) return result(cudaErrorNotSupported);
  auto& nodes = node->graph->nodes;
  for (const auto& other : nodes) {
    auto& after = other->after;
    after.erase(std::remove(after.begin(), after.end(), node), after.end());
  }
  state().nodes.erase(handle);
  for (const auto& body : simt::bodies_of(node->work)) state().graphs.remove(body->handle);
  nodes.erase(std::find_if(nodes.begin(), nodes.end(),
                           [&](const auto& candidate) { return candidate.get() == node; }));
  return cudaSuccess;
}
