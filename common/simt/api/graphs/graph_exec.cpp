// Executable graphs: instantiation and update.
#include <algorithm>

#include "api/graphs/exec.h"
#include "api/graphs/graph_nodes.h"
#include "api/textures/copy_box.h"
#include "api/work/state.h"
#include "base/api_call.h"
#include "base/error.h"

namespace simt {
namespace {

std::size_t add_step(std::vector<Step>& steps, const Node& node, Work work,
                     std::vector<std::size_t> after) {
  for (const std::size_t earlier : after) steps[earlier].is_last = false;
  steps.push_back(
      {node.handle, node.original, std::move(work), node.call, node.priority, std::move(after)});
  return steps.size() - 1;
}

bool add_bodies(Step& step);

/// Adds the graph's nodes after the steps `before`; false if there is a cycle. @param ends
/// receives the steps on which nothing in the graph depends.
bool add_steps(std::vector<Step>& steps, const Graph& graph, const std::vector<std::size_t>& before,
               std::vector<std::size_t>& ends) {
  const std::vector<Node*> nodes = sorted_nodes(graph);
  if (nodes.size() < graph.nodes.size()) return false;
  std::map<const Node*, std::size_t> step_of;
  for (const Node* node : nodes) {
    std::vector<std::size_t> after;
    for (const Node* earlier : node->after) after.push_back(step_of[earlier]);
    if (after.empty()) after = before;
    std::size_t step = add_step(steps, *node, node->work, after);
    if (!add_bodies(steps[step])) return false;
    if (const auto* child = std::get_if<GraphWork>(&node->work)) {
      std::vector<std::size_t> inner_ends;
      if (!add_steps(steps, *child->graph, {step}, inner_ends)) return false;
      if (!inner_ends.empty()) step = add_step(steps, *node, EmptyWork{}, inner_ends);
    }
    step_of[node] = step;
  }
  for (const Node* node : nodes) {
    if (steps[step_of[node]].is_last) ends.push_back(step_of[node]);
  }
  return true;
}

/// What bodies may contain, as CUDA has it.
bool fits_into_body(const Work& work) {
  const cudaGraphNodeType type = type_of(work);
  return type == cudaGraphNodeTypeKernel || type == cudaGraphNodeTypeMemcpy ||
         type == cudaGraphNodeTypeMemset || type == cudaGraphNodeTypeGraph ||
         type == cudaGraphNodeTypeEmpty || type == cudaGraphNodeTypeConditional;
}

/// The bodies of a node with a condition, if it is one; false if they cannot be run.
bool add_bodies(Step& step) {
  auto* condition = std::get_if<ConditionWork>(&step.work);
  if (condition == nullptr) return true;
  auto bodies = std::make_shared<std::vector<std::vector<Step>>>(condition->bodies.size());
  for (std::size_t i = 0; i < bodies->size(); ++i) {
    const Graph& body = *condition->bodies[i];
    std::vector<std::size_t> ends;
    const bool is_wrong = has_node(body, [](const Work& work) { return !fits_into_body(work); });
    if (is_wrong || !add_steps((*bodies)[i], body, {}, ends)) return false;
  }
  condition->launch = [bodies](std::size_t body, const Place& place, int priority) {
    return launch_steps((*bodies)[body], nullptr, place, priority, false);
  };
  return true;
}

/// An executable graph, or null if the graph has a cycle, a body what it must not have, or a condition no node.
std::shared_ptr<Exec> instantiate(const Graph& graph) {
  auto exec = std::make_shared<Exec>();
  exec->source = clone(graph);
  for_each_graph(graph, [&](const Graph& part) {
    exec->conditions.insert(exec->conditions.end(), part.conditions.begin(), part.conditions.end());
  });
  for (const auto& condition : exec->conditions) {
    if (!condition->is_used) return nullptr;
  }
  std::vector<std::size_t> ends;
  return add_steps(exec->steps, *exec->source, {}, ends) ? exec : nullptr;
}

Step* find_step(Exec& exec, cudaGraphNode_t original) {
  for (Step& step : exec.steps) {
    if (original != nullptr && step.original == original) return &step;
  }
  return nullptr;
}

/// Gives the step of a node of the type that `Kind` is what `make(work)` says.
template <class Kind, class Make>
cudaError_t change(cudaGraphExec_t handle, cudaGraphNode_t node, const Make& make) {
  if (const cudaError_t error = device_error()) return result(error);
  const Lock lock(state().mutex);
  const auto exec = state().execs.find(handle);
  Step* step = exec == nullptr ? nullptr : find_step(*exec, node);
  if (step == nullptr || !std::holds_alternative<Kind>(step->work)) {
    return result(cudaErrorInvalidValue);
  }
  Work work;
  if (const cudaError_t error = make(work)) return result(error);
  if (!std::holds_alternative<Kind>(work)) return result(cudaErrorInvalidValue);
  step->work = std::move(work);
  step->call = ApiCall::current();
  return cudaSuccess;
}

/// What stands in the way of the second taking the place of the first.
cudaGraphExecUpdateResultInfo difference(const Exec& exec, const Exec& with) {
  if (exec.steps.size() != with.steps.size()) {
    return {cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
  }
  for (std::size_t i = 0; i < exec.steps.size(); ++i) {
    const Step& before = exec.steps[i];
    const Step& now = with.steps[i];
    if (before.work.index() != now.work.index()) {
      return {cudaGraphExecUpdateErrorNodeTypeChanged, now.original, nullptr};
    }
    if (before.after != now.after) {
      return {cudaGraphExecUpdateErrorTopologyChanged, now.original, nullptr};
    }
  }
  return {cudaGraphExecUpdateSuccess, nullptr, nullptr};
}

}  // namespace
}  // namespace simt

using simt::Lock;
using simt::result;
using simt::state;
using simt::Work;

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph,
                                 unsigned long long flags) {
  return cudaGraphInstantiateWithFlags(exec, graph, flags);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* handle, cudaGraph_t graph_handle,
                                          unsigned long long flags) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (handle == nullptr || flags > 15) return result(cudaErrorInvalidValue);
  if ((flags & cudaGraphInstantiateFlagDeviceLaunch) != 0) return result(cudaErrorNotSupported);
  const Lock lock(state().mutex);
  const auto graph = state().graphs.find(graph_handle);
  if (graph == nullptr) return result(cudaErrorInvalidValue);
  const bool is_single = simt::has_memory_nodes(*graph) || simt::has_conditions(*graph);
  if (graph->is_body || (is_single && !graph->exec.expired())) {
    return result(cudaErrorNotSupported);
  }
  auto exec = simt::instantiate(*graph);
  if (exec == nullptr) return result(cudaErrorInvalidValue);
  exec->flags = flags;
  graph->exec = exec;
  *handle = state().execs.add(std::move(exec));
  return cudaSuccess;
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* handle, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* parameters) {
  if (parameters == nullptr) return result(cudaErrorInvalidValue);
  const cudaError_t error = cudaGraphInstantiateWithFlags(handle, graph, parameters->flags);
  parameters->errNode_out = nullptr;
  parameters->result_out = error == cudaSuccess             ? cudaGraphInstantiateSuccess
                           : error == cudaErrorNotSupported ? cudaGraphInstantiateError
                                                            : cudaGraphInstantiateInvalidStructure;
  return error;
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t handle, unsigned long long* flags) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  const auto exec = state().execs.find(handle);
  if (exec == nullptr || flags == nullptr) return result(cudaErrorInvalidValue);
  *flags = exec->flags;
  return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  return result(state().execs.remove(exec) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t handle, cudaGraph_t graph_handle,
                                cudaGraphExecUpdateResultInfo* info) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  const auto exec = state().execs.find(handle);
  const auto graph = state().graphs.find(graph_handle);
  if (exec == nullptr || graph == nullptr || info == nullptr) return result(cudaErrorInvalidValue);
  const auto changed = simt::instantiate(*graph);
  *info = {cudaGraphExecUpdateError, nullptr, nullptr};
  if (changed == nullptr) return result(cudaErrorGraphExecUpdateFailure);
  *info = simt::difference(*exec, *changed);
  if (info->result != cudaGraphExecUpdateSuccess) return result(cudaErrorGraphExecUpdateFailure);
  for (std::size_t i = 0; i < exec->steps.size(); ++i) {
    exec->steps[i].work = changed->steps[i].work;
    exec->steps[i].call = changed->steps[i].call;
    exec->steps[i].priority = changed->steps[i].priority;
  }
  exec->source = changed->source;
  exec->conditions = changed->conditions;
  return cudaSuccess;
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters,
                                             const char* file, int line) {
  SIMT_API_CALL;
  return simt::change<simt::KernelWork>(exec, node, [&](Work& work) {
    if (parameters == nullptr) return cudaErrorInvalidValue;
    simt::KernelWork kernel;
    const cudaError_t error = simt::make_kernel_work(*parameters, nullptr, file, line, kernel);
    work = std::move(kernel);
    return error;
  });
}

// As in CUDA, both the copy that was and the one that comes have one dimension.
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* parameters) {
  SIMT_API_CALL;
  return simt::change<simt::CopyWork>(
      exec, node, [&](Work& work) { return simt::make_box_work(parameters, work); });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* to,
                                               const void* from, std::size_t bytes,
                                               cudaMemcpyKind kind) {
  SIMT_API_CALL;
  return simt::change<simt::CopyWork>(
      exec, node, [&](Work& work) { return simt::make_copy_work(to, from, bytes, kind, work); });
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
  SIMT_API_CALL;
  return simt::change<simt::FillWork>(
      exec, node, [&](Work& work) { return simt::make_fill_work(parameters, work); });
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) {
  SIMT_API_CALL;
  return simt::change<simt::HostWork>(
      exec, node, [&](Work& work) { return simt::make_host_work(parameters, work); });
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaEvent_t event) {
  SIMT_API_CALL;
  return simt::change<simt::RecordWork>(exec, node, [&](Work& work) {
    work = simt::RecordWork{state().events.find(event)};
    return state().events.find(event) != nullptr ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               cudaEvent_t event) {
  SIMT_API_CALL;
  return simt::change<simt::WaitWork>(exec, node, [&](Work& work) {
    work = simt::WaitWork{state().events.find(event)};
    return state().events.find(event) != nullptr ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t handle, cudaGraphNode_t node,
                                    unsigned int is_enabled) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  const auto exec = state().execs.find(handle);
  simt::Step* step = exec == nullptr ? nullptr : simt::find_step(*exec, node);
  const bool can_be = step != nullptr && simt::type_of(step->work) <= cudaGraphNodeTypeMemset;
  if (!can_be) return result(cudaErrorInvalidValue);
  step->is_enabled = is_enabled != 0;
  return cudaSuccess;
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t handle, cudaGraphNode_t node,
                                    unsigned int* is_enabled) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  const auto exec = state().execs.find(handle);
  const simt::Step* step = exec == nullptr ? nullptr : simt::find_step(*exec, node);
  if (step == nullptr || is_enabled == nullptr) return result(cudaErrorInvalidValue);
  *is_enabled = step->is_enabled;
  return cudaSuccess;
}
