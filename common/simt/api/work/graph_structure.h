/// @file
/// @ingroup simt_api
/// Graphs: their nodes and edges. All of it needs the lock of the state (state.h).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "simt/graphs.h"

#include "api/work/work.h"
#include "base/api_call.h"

namespace simt {

using Attributes = std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue>;

struct Node {
  cudaGraphNode_t handle = nullptr;
  Graph* graph = nullptr;
  Work work;
  int priority = 0;
  CallSite call;  ///< that has made it
  Attributes attributes;
  std::vector<Node*> after;            ///< the nodes it depends on
  cudaGraphNode_t original = nullptr;  ///< the node that it is a clone of
};

struct Graph {
  cudaGraph_t handle = nullptr;
  std::vector<std::shared_ptr<Node>> nodes;  ///< in the order in which they were made
  std::weak_ptr<void> exec;                  ///< its latest instantiation
  std::vector<std::shared_ptr<Condition>> conditions;
  bool is_body = false;  ///< of a node with a condition
  Graph() = default;
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph();
};

/// The node behind a handle, or null.
Node* find_node(cudaGraphNode_t handle);
std::shared_ptr<Graph> make_graph();
Node* add_node(Graph& graph, Work work, std::vector<Node*> after);
std::shared_ptr<Graph> clone(const Graph& graph);
/// Whether there is a node in the graph, or in a child graph, that `is_wanted(work)`.
bool has_node(const Graph& graph, bool (*is_wanted)(const Work& work));
/// Of nodes with a condition: their bodies.
const std::vector<std::shared_ptr<Graph>>& bodies_of(const Work& work);
/// Calls `visit` for the graph, its child graphs, and the bodies of its nodes.
void for_each_graph(const Graph& graph, const std::function<void(const Graph&)>& visit);
/// Whether it has nodes with a condition, or handles of any: it cannot be cloned, and is instantiated once at a time.
bool has_conditions(const Graph& graph);
/// Whether it has memory nodes: its nodes and edges stay, it cannot be cloned, and is instantiated once at a time.
bool has_memory_nodes(const Graph& graph);
/// The nodes, each after those it depends on; empty if there is a cycle.
std::vector<Node*> sorted_nodes(const Graph& graph);
cudaGraphNodeType type_of(const Work& work);
/// Whether all edges are of the default type, the only one the model has; null stands for that.
bool are_ordinary(const cudaGraphEdgeData* edges, std::size_t count);

}  // namespace simt
