/// @file
/// @ingroup simt_api
/// What can be put into a stream, and what a node of a graph does.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "simt/graphs.h"
#include "simt/launch.h"

#include "operations/operation.h"
#include "operations/queue.h"

namespace simt {

struct StreamEvent;
struct Graph;
struct GraphMemory;

struct KernelWork {
  LaunchConfig config;
  std::shared_ptr<const KernelCall> call;
  cudaKernelNodeParams parameters{};  ///< as a program sees them, where it gave them
  std::shared_ptr<std::vector<void*>> arguments;
  bool may_start_early = false;  ///< programmatic stream serialization
};
struct CopyWork {
  void* to;
  const void* from;
  std::size_t bytes;
  cudaMemcpyKind kind = cudaMemcpyDefault;
};
struct FillWork {
  cudaMemsetParams parameters;
};
struct HostWork {
  cudaHostNodeParams parameters;
};
struct EmptyWork {};
struct RecordWork {
  std::shared_ptr<StreamEvent> event;
};
struct WaitWork {
  std::shared_ptr<StreamEvent> event;
};
struct GraphWork {
  std::shared_ptr<Graph> graph;
};
/// A node that allocates memory, and one that frees it.
struct AllocateWork {
  std::shared_ptr<GraphMemory> memory;
};
struct ReleaseWork {
  std::shared_ptr<GraphMemory> memory;
};
/// What kernels of a graph set, and conditional nodes read.
struct Condition {
  ~Condition();
  cudaGraphConditionalHandle handle = 0;
  unsigned* value = nullptr;  ///< in global memory
  std::optional<unsigned> at_launch;
  bool is_used = false;  ///< by a node
};
struct ConditionWork {
  std::shared_ptr<Condition> condition;
  cudaGraphConditionalNodeType type;
  std::vector<std::shared_ptr<Graph>> bodies;
  std::shared_ptr<std::vector<cudaGraph_t>> handles;  ///< of the bodies, as the program has them
  /// Submits a body. @return its last tasks
  std::function<std::vector<TaskPtr>(std::size_t body, const Place& place, int priority)> launch =
      nullptr;
};
/// Anything else; captured into a graph, it is called at each of its launches.
struct CallWork {
  std::function<void()> call;
  OperationKind kind;
  Footprint footprint;                                     ///< what it uses
  std::shared_ptr<const cudaMemcpy3DParms> box = nullptr;  ///< that a program has given for a node
};
using Work = std::variant<KernelWork, CopyWork, FillWork, HostWork, EmptyWork, RecordWork, WaitWork,
                          GraphWork, CallWork, AllocateWork, ReleaseWork, ConditionWork>;

/// The kind of a copy, by what the two sides are.
OperationKind copy_kind(const void* to, const void* from);

/// Whether the process has memory in the whole range.
bool exists_in_process(Range range);

/// From where a copy of this kind uses managed memory, as CUDA documents it.
Side source_side(cudaMemcpyKind kind);
Side target_side(cudaMemcpyKind kind);

/// Submits the work to the device's queue; not for graphs. Needs the state's lock.
TaskPtr submit_work(const Work& work, const Place& place, int priority, std::vector<TaskPtr> after);
/// Submits a node with a condition. @param operation that it is; it has its place in the order
TaskPtr submit_condition(const ConditionWork& work, const OperationPtr& operation, int priority,
                         const std::vector<TaskPtr>& after);
/// Shared ownership of a launch's arguments.
std::shared_ptr<const KernelCall> share(const KernelCall* call);

}  // namespace simt
