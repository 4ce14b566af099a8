// cudaGraphDebugDotPrint: a graph for Graphviz.
#include <fstream>

#include "api/work/graph_memory.h"
#include "api/work/state.h"
#include "base/error.h"

namespace simt {
namespace {

std::string extent(const dim3& e) {
  return std::to_string(e.x) + "," + std::to_string(e.y) + "," + std::to_string(e.z);
}

struct Label {
  std::string operator()(const KernelWork& work) const {
    return "KERNEL\\n" + std::string(work.config.name) + "\\n<<<(" + extent(work.config.grid) +
           "),(" + extent(work.config.block) + ")," + std::to_string(work.config.shared_bytes) +
           ">>>";
  }
  std::string operator()(const CopyWork& work) const {
    return "MEMCPY\\n" + std::to_string(work.bytes) + " bytes";
  }
  std::string operator()(const FillWork& work) const {
    const cudaMemsetParams& p = work.parameters;
    return "MEMSET\\n" + std::to_string(p.width * p.height) + " x " +
           std::to_string(p.elementSize) + " bytes";
  }
  std::string operator()(const HostWork&) const { return "HOST"; }
  std::string operator()(const EmptyWork&) const { return "EMPTY"; }
  std::string operator()(const RecordWork&) const { return "EVENT_RECORD"; }
  std::string operator()(const WaitWork&) const { return "EVENT_WAIT"; }
  std::string operator()(const GraphWork&) const { return "GRAPH"; }
  std::string operator()(const CallWork&) const { return "MEMCPY"; }
  std::string operator()(const AllocateWork& work) const {
    return "MEM_ALLOC\\n" + std::to_string(work.memory->bytes()) + " bytes";
  }
  std::string operator()(const ConditionWork& work) const {
    static constexpr const char* kNames[] = {"IF", "WHILE", "SWITCH"};
    return "CONDITIONAL\\n" + std::string(kNames[work.type]);
  }
  std::string operator()(const ReleaseWork&) const { return "MEM_FREE"; }
};

std::string quoted(const std::string& text) {
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '"') literal += '\\';
    literal += c;
  }
  return literal + '"';
}

/// @param prefix of the nodes' names, other for each child graph.
void print(std::ostream& out, const Graph& graph, const std::string& prefix) {
  std::map<const Node*, std::string> names;
  for (const auto& node : graph.nodes) {
    const std::string& name = names[node.get()] = prefix + std::to_string(names.size());
    out << name << " [label=" << quoted(std::visit(Label{}, node->work)) << "];\n";
    if (const auto* child = std::get_if<GraphWork>(&node->work)) {
      out << "subgraph cluster_" << name << " {\n";
      print(out, *child->graph, name + "_");
      out << "}\n";
    }
  }
  for (const auto& node : graph.nodes) {
    std::size_t number = 0;
    for (const auto& body : bodies_of(node->work)) {
      const std::string name = names[node.get()] + "_body_" + std::to_string(number++);
      out << "subgraph cluster_" << name << " {\nlabel=" << quoted(name) << ";\n";
      print(out, *body, name + "_");
      out << "}\n";
    }
  }
  for (const auto& node : graph.nodes) {
    for (const Node* earlier : node->after) {
      out << names[earlier] << " -> " << names[node.get()] << ";\n";
    }
  }
}

}  // namespace
}  // namespace simt

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t handle, const char* path, unsigned int) {
  using simt::result;
  if (const cudaError_t error = simt::device_error()) return result(error);
  const simt::Lock lock(simt::state().mutex);
  const auto graph = simt::state().graphs.find(handle);
  if (graph == nullptr || path == nullptr) return result(cudaErrorInvalidValue);
  std::ofstream out(path);
  out << "digraph dot {\nnode [shape=box];\n";
  simt::print(out, *graph, "node_");
  out << "}\n";
  return result(out.good() ? cudaSuccess : cudaErrorOperatingSystem);
}
