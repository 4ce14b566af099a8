// Dynamic parallelism: what a kernel may ask of the device runtime.
//
// A grid is complete when its blocks have ended and the grids that they launched are complete. No
// kernel can wait for its children; what has to come after them goes into the tail stream.
//
// A launch is pending until the host's kernel that it comes from is complete. Only tail launches make room
// earlier: when one begins, all that its parent launched before is known to be complete, and the last one also
// takes its parent's place. A GPU may be faster; what this refuses may be refused there.
#include <memory>

#include "api/launch/launch.h"
#include "api/work/work.h"
#include "base/address_map.h"
#include "base/device.h"
#include "base/error.h"
#include "execution/block/block.h"
#include "execution/launch_tree.h"
#include "execution/reports/launch_reports.h"
#include "execution/threads/stacks.h"
#include "execution/workers/pool.h"

namespace simt {

TraceEvent* stop_recording() {
  TraceEvent* const cursor = worker().recorder.cursor;
  worker().recorder.cursor = nullptr;
  if (current_block() != nullptr && cursor != nullptr)
    current_block()->threads().set_current_cursor(cursor);
  return cursor;
}

void start_recording(TraceEvent* cursor) {
  worker().recorder.cursor = cursor;
  if (current_block() != nullptr && cursor != nullptr)
    current_block()->scheduler().yield_to_child();
}

namespace {

/// What an argument points to that a child cannot have: stacks and shared memory get new owners. Null:
/// nothing of the kind.
const char* private_argument(const KernelCall* call) {
  const char* what = nullptr;
  call->visit_pointers(
      call,
      [](void* found, const volatile void* pointer, Elements, std::size_t) {
        const auto address = reinterpret_cast<std::uintptr_t>(pointer);
        auto& answer = *static_cast<const char**>(found);
        if (is_on_stack(address)) {
          answer = "a local variable";
        } else if (answer == nullptr && is_any_shared(address)) {
          answer = "shared memory";
        }
      },
      &what);
  return what;
}

bool is_default_stream(cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

}  // namespace

cudaError_t launch_from_device(const LaunchConfig& launch_config, KernelCall* call) {
  LaunchConfig config = launch_config;
  cudaError_t error = check_launch(config, call);
  if (error == cudaErrorInvalidValue) error = cudaErrorInvalidConfiguration;  // its name there
  if (config.cooperative) error = cudaErrorNotSupported;
  Grid& parent = current_block()->grid();
  if (error == cudaSuccess &&
      !Pool::instance().reserve_pending(parent, current_device().pending_launch_limit)) {
    error = cudaErrorLaunchPendingCountExceeded;
  }
  note_launch_by_kernel(error == cudaSuccess);
  if (error != cudaSuccess) {
    call->destroy(call);
    return result(error);
  }
  if (const char* what = private_argument(call)) {
    stop_kernel_with([&] { return private_argument_report(config, what, running_thread()); });
  }
  if (!is_default_stream(config.stream) && config.stream != cudaStreamTailLaunch &&
      config.stream != cudaStreamFireAndForget && !parent.has_stream(config.stream)) {
    stop_kernel_with([&] { return foreign_stream_report(config, running_thread()); });
  }
  auto child = std::make_unique<Grid>(config, share(call), parent.order);
  child->family.parent = &parent;
  child->family.root = parent.family.root;
  child->queueing.is_counted = true;
  child->operation = parent.operation;
  child->family.origin = {current_block()->identity().number, current_block()->next_launch()};
  // A child may run before what its parent does next. In one of the orders it does.
  if (config.stream != cudaStreamTailLaunch && parent.order.order == Order::kReverse) {
    current_block()->scheduler().prioritize_child(*child);
  }
  if (config.stream == cudaStreamTailLaunch) {
    Pool::instance().launch_at_end(parent, std::move(child));
  } else if (config.stream == cudaStreamFireAndForget) {
    Pool::instance().launch(parent, std::move(child), nullptr);
  } else {
    // The default stream is one per block, like every stream that a kernel makes.
    const cudaStream_t key = config.stream == nullptr ? cudaStreamLegacy : config.stream;
    Pool::instance().launch(parent, std::move(child), key);
  }
  return cudaSuccess;
}

}  // namespace simt
