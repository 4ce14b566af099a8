// cudaGraphSetConditional: where the value of a condition is.
#include "execution/device_code/hooks.h"
#include "execution/grid/grid.h"
#include "execution/threads/running_thread.h"
#include "simt/graphs.h"

namespace simt {

unsigned* condition_value(cudaGraphConditionalHandle handle) {
  require_kernel("cudaGraphSetConditional");
  const OperationPtr& operation = running_grid().operation;
  const auto* conditions = operation == nullptr ? nullptr : operation->place.conditions.get();
  const auto found =
      conditions == nullptr ? Conditions::const_iterator() : conditions->find(handle);
  if (conditions != nullptr && found != conditions->end()) return found->second;
  stop_kernel(cudaErrorIllegalAddress,
              conditions == nullptr
                  ? "cudaGraphSetConditional in a kernel that is not in a graph with conditions"
                  : "cudaGraphSetConditional of a handle that is not of the kernel's graph",
              __builtin_return_address(0),
              "a condition is there while the graph runs that cudaGraphConditionalHandleCreate was "
              "given: launch the kernel as a node of that graph, and pass it that handle");
}

}  // namespace simt
