// One launch by the host, from top to bottom: enqueue() is what `<<<>>>` calls, launch_kernel() has it
// checked, and launch_checked() puts it into its stream, from where it comes to run_grid.cpp.
#include "api/launch/launch.h"

#include <cstdlib>
#include <cstring>
#include <utility>

#include "api/streams/stream.h"
#include "base/device.h"
#include "base/error.h"
#include "base/failed_calls.h"
#include "base/ignored_errors.h"
#include "base/static_memory.h"
#include "cuda_runtime_api.h"
#include "execution/device_code/print.h"
#include "execution/grid/probe.h"
#include "execution/reports/launch_reports.h"
#include "execution/threads/running_thread.h"
#include "memory/allocations.h"

namespace simt {

cudaError_t enqueue(const LaunchConfig& config, KernelCall* call) {
  return launch_kernel(config, call, false);
}

namespace {

/// A pointer among the arguments to a variable of the device whose address only the host can have got,
/// by its name: the program has not asked for it, and no kernel has left it in memory.
const void* symbol_argument(const KernelCall* call) {
  const void* symbol = nullptr;
  const auto visit = [](void* found, const volatile void* argument, Elements, std::size_t) {
    const auto pointer = const_cast<const void*>(argument);
    if (is_symbol(pointer)) *static_cast<const void**>(found) = pointer;
  };
  call->visit_pointers(call, visit, &symbol);
  return symbol != nullptr && !is_kept_in_memory(symbol) ? symbol : nullptr;
}

}  // namespace

cudaError_t launch_kernel(LaunchConfig config, KernelCall* call, bool may_start_early) {
  if (*config.name == '\0') {
    config.kernel = kernel_of(call);
    config.name = kernel_name(config.kernel);
  }
  if (is_in_kernel()) return launch_from_device(config, call);
  const void* const here = __builtin_return_address(0);
  if (const void* const site = user_site(here); site != here) {
    config.file = nullptr;
    config.site = site;
  }
  cudaError_t error = device_error();
  if (error == cudaSuccess) error = check_launch(config, call);
  if (error == cudaSuccess) error = stream_error(config.stream, current_device_number());
  if (result(error) != cudaSuccess) {
    if (device_error() != cudaSuccess) {
      record_lost_launch(config);
    } else if (config.file != nullptr) {
      record_failed_launch(config, error);
    }
    call->destroy(call);
    return error;
  }
  if (const void* const symbol = symbol_argument(call)) {
    kernel_failed(symbol_argument_report(config, symbol));
    call->destroy(call);
    return cudaSuccess;
  }
  return launch_checked({config, share(call), {}, nullptr, may_start_early});
}

namespace {

/// CUDA_LAUNCH_BLOCKING=1: the host waits for every launch.
bool launches_block() {
  static const char* value = std::getenv("CUDA_LAUNCH_BLOCKING");
  return value != nullptr && std::strcmp(value, "1") == 0;
}

}  // namespace

cudaError_t launch_checked(KernelWork work) {
  const cudaStream_t stream = work.config.stream;
  const TaskPtr task = enqueue_work(stream, std::move(work));
  if (!launches_block()) return cudaSuccess;
  wait_for(task);
  flush_output();
  return result(device_error());
}

}  // namespace simt
