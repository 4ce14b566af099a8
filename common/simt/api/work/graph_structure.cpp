// Graphs: their nodes and edges.
#include <algorithm>

#include "api/work/state.h"

namespace simt {
namespace {

cudaGraphNode_t new_node_handle() {
  return reinterpret_cast<cudaGraphNode_t>(state().last_node += 16);
}

}  // namespace

Node* find_node(cudaGraphNode_t handle) {
  const auto it = state().nodes.find(handle);
  return it == state().nodes.end() ? nullptr : it->second;
}

Graph::~Graph() {
  for (const auto& node : nodes) {
    state().nodes.erase(node->handle);
    for (const auto& body : bodies_of(node->work)) state().graphs.remove(body->handle);
  }
}

std::shared_ptr<Graph> make_graph() {
  auto graph = std::make_shared<Graph>();
  graph->handle = state().graphs.add(graph);
  return graph;
}

Node* add_node(Graph& graph, Work work, std::vector<Node*> after) {
  auto node = std::make_shared<Node>();
  node->handle = new_node_handle();
  node->graph = &graph;
  node->work = std::move(work);
  node->after = std::move(after);
  node->call = ApiCall::current();
  state().nodes[node->handle] = node.get();
  graph.nodes.push_back(node);
  return node.get();
}

std::shared_ptr<Graph> clone(const Graph& graph) {
  auto copy = std::make_shared<Graph>();
  copy->conditions = graph.conditions;
  std::map<const Node*, Node*> copies;
  for (const auto& node : graph.nodes) {
    Work work = node->work;
    if (auto* child = std::get_if<GraphWork>(&work)) child->graph = clone(*child->graph);
    if (auto* condition = std::get_if<ConditionWork>(&work)) {
      for (auto& body : condition->bodies) body = clone(*body);
    }
    Node* made = add_node(*copy, std::move(work), {});
    made->priority = node->priority;
    made->call = node->call;
    made->attributes = node->attributes;
    made->original = node->handle;
    copies[node.get()] = made;
  }
  for (const auto& node : graph.nodes) {
    for (const Node* earlier : node->after) copies[node.get()]->after.push_back(copies[earlier]);
  }
  return copy;
}

bool has_node(const Graph& graph, bool (*is_wanted)(const Work& work)) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(), [&](const auto& node) {
    const auto* child = std::get_if<GraphWork>(&node->work);
    return is_wanted(node->work) || (child != nullptr && has_node(*child->graph, is_wanted));
  });
}

const std::vector<std::shared_ptr<Graph>>& bodies_of(const Work& work) {
  static const std::vector<std::shared_ptr<Graph>> none;
  const auto* condition = std::get_if<ConditionWork>(&work);
  return condition != nullptr ? condition->bodies : none;
}

void for_each_graph(const Graph& graph, const std::function<void(const Graph&)>& visit) {
  visit(graph);
  for (const auto& node : graph.nodes) {
    if (const auto* child = std::get_if<GraphWork>(&node->work)) {
      for_each_graph(*child->graph, visit);
    }
    for (const auto& body : bodies_of(node->work)) for_each_graph(*body, visit);
  }
}

bool has_conditions(const Graph& graph) {
  const auto has_body = [](const Work& work) {
    return std::holds_alternative<ConditionWork>(work);
  };
  return graph.is_body || !graph.conditions.empty() || has_node(graph, has_body);
}

bool has_memory_nodes(const Graph& graph) {
  return has_node(graph, [](const Work& work) {
    return std::holds_alternative<AllocateWork>(work) || std::holds_alternative<ReleaseWork>(work);
  });
}

std::vector<Node*> sorted_nodes(const Graph& graph) {
  std::vector<Node*> sorted;
  std::map<const Node*, std::size_t> missing;
  std::map<const Node*, std::vector<Node*>> dependents;
  std::map<std::size_t, Node*>
      ready;  // by place in the graph, so that the order is always the same
  std::map<const Node*, std::size_t> place;
  for (const auto& node : graph.nodes) {
    place.emplace(node.get(), place.size());
    missing[node.get()] = node->after.size();
    for (const Node* earlier : node->after) dependents[earlier].push_back(node.get());
    if (node->after.empty()) ready[place[node.get()]] = node.get();
  }
  while (!ready.empty()) {
    Node* node = ready.begin()->second;
    ready.erase(ready.begin());
    sorted.push_back(node);
    for (Node* dependent : dependents[node]) {
      if (--missing[dependent] == 0) ready[place[dependent]] = dependent;
    }
  }
  if (sorted.size() < graph.nodes.size()) sorted.clear();
  return sorted;
}

cudaGraphNodeType type_of(const Work& work) {
  static constexpr cudaGraphNodeType kTypes[] = {
      cudaGraphNodeTypeKernel,    cudaGraphNodeTypeMemcpy,  cudaGraphNodeTypeMemset,
      cudaGraphNodeTypeHost,      cudaGraphNodeTypeEmpty,   cudaGraphNodeTypeEventRecord,
      cudaGraphNodeTypeWaitEvent, cudaGraphNodeTypeGraph,   cudaGraphNodeTypeMemcpy,
      cudaGraphNodeTypeMemAlloc,  cudaGraphNodeTypeMemFree, cudaGraphNodeTypeConditional};
  return kTypes[work.index()];
}

bool are_ordinary(const cudaGraphEdgeData* edges, std::size_t count) {
  return edges == nullptr || std::all_of(edges, edges + count, [](const cudaGraphEdgeData& edge) {
           return edge.type == cudaGraphDependencyTypeDefault && edge.from_port == 0;
         });
}

}  // namespace simt
