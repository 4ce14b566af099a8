#include "launch.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "../analysis/report.h"
#include "cuda_runtime_api.h"
#include "device.h"
#include "error.h"
#include "family.h"
#include "kernel_facts.h"
#include "launch_order.h"
#include "launch_tree.h"
#include "pool.h"
#include "print.h"
#include "probe.h"
#include "run_order.h"
#include "stream.h"
#include "stream_order.h"
#include "worker.h"

namespace simt {

cudaError_t check_launch(LaunchConfig& config, const KernelCall* call) {
  const dim3& grid = config.grid;
  const dim3& block = config.block;
  const bool grid_fits = grid.x >= 1 && grid.x <= 2147483647u && grid.y >= 1 && grid.y <= 65535 &&
                         grid.z >= 1 && grid.z <= 65535;
  const bool block_fits = block.x >= 1 && block.x <= 1024 && block.y >= 1 && block.y <= 1024 &&
                          block.z >= 1 && block.z <= 64;
  if (!grid_fits || !block_fits) return cudaErrorInvalidValue;
  if (config.kernel == nullptr && any_function_attributes()) config.kernel = kernel_of(call);
  const void* const kernel = config.kernel;
  if (block.x * block.y * block.z > kernel_facts(kernel).max_threads) return cudaErrorInvalidValue;
  if (config.shared_bytes > dynamic_shared_limit(kernel)) return cudaErrorInvalidValue;
  if (!config.cluster_is_set) config.cluster = default_cluster(kernel);
  if (!cluster_is_possible(config, kernel)) return cudaErrorInvalidClusterSize;
  if (config.cooperative) {
    int blocks = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, kernel, static_cast<int>(block.x * block.y * block.z), config.shared_bytes);
    int processors = 0;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    if (std::uint64_t{grid.x} * grid.y * grid.z > std::uint64_t{1} * blocks * processors) {
      return cudaErrorCooperativeLaunchTooLarge;
    }
  }
  return cudaSuccess;
}

namespace {

/// Takes down what a launch has left behind. @return whether it has failed
bool note_results(Grid& grid, std::uint64_t number) {
  conclude_checks(grid);
  std::sort(grid.output.begin(), grid.output.end(),
            [](const BlockOutput& a, const BlockOutput& b) { return a.block < b.block; });
  for (const BlockOutput& output : grid.output) append_output(number, output.text);
  grid.sites.settle_local_arrays();
  count_launch(grid);
  if (grid.error.code != cudaSuccess) kernel_failed(grid.error);
  return grid.error.code != cudaSuccess;
}

bool launches_block() {
  static const char* value = std::getenv("CUDA_LAUNCH_BLOCKING");
  return value != nullptr && std::strcmp(value, "1") == 0;
}

}  // namespace

std::function<void()> launch_work(const LaunchConfig& config,
                                  const std::shared_ptr<const KernelCall>& call,
                                  const OperationPtr& operation) {
  return [config, call, operation, order = run_order(), number = next_launch_number()] {
    if (device_error() != cudaSuccess) return report_in_order(number, nullptr);
    const auto grid = std::make_shared<Grid>(config, call, order);
    grid->operation = operation;
    Pool::instance().run(*grid);
    const std::vector<Grid*> family = family_of(*grid);
    bool failed = false;
    for (Grid* member : family) failed |= note_results(*member, number);
    operation->waits_for_primary = grid->has_fences;  // it may have
    if (accesses_are_noted()) {
      bool fenced = false;
      operation->footprint = footprint_of(family, settings().check_streams && !failed, &fenced);
      operation->footprint.fenced = fenced;
      if (!failed && grid->error.code != cudaSuccess) kernel_failed(grid->error);
    }
    report_in_order(number, [grid, family] {
      for (const Grid* member : family) report_launch(*member);
      add_to_launches(family);
    });
  };
}

cudaError_t enqueue(const LaunchConfig& config, KernelCall* call) {
  return enqueue(config, call, false);
}

cudaError_t enqueue(const LaunchConfig& launch_config, KernelCall* call, bool may_start_early) {
  LaunchConfig config = launch_config;
  if (*config.name == '\0') {
    config.kernel = kernel_of(call);
    config.name = kernel_name(config.kernel);
  }
  if (current_worker != nullptr) return launch_from_device(config, call);
  cudaError_t error = device_error();
  if (error == cudaSuccess) error = check_launch(config, call);
  if (error == cudaSuccess) error = stream_error(config.stream);
  if (result(error) != cudaSuccess) {
    call->destroy(call);
    return error;
  }
  submit_launch({config, share(call), {}, nullptr, may_start_early});
  return result(launches_block() ? device_error() : cudaSuccess);
}

void submit_launch(KernelWork work) {
  const cudaStream_t stream = work.config.stream;
  const TaskPtr task = submit_to(stream, std::move(work));
  if (!launches_block()) return;
  wait_for(task);
  flush_output();
  result(device_error());
}

}  // namespace simt
