// What CUDA would refuse a launch for, and the numbers that its error does not tell.
#include <cstdint>
#include <string>

#include "api/launch/function_attributes.h"
#include "api/launch/launch.h"
#include "base/device.h"
#include "base/refusals.h"
#include "base/warning.h"
#include "cuda_runtime_api.h"
#include "execution/grid/kernel_facts.h"
#include "execution/grid/occupancy.h"
#include "execution/grid/probe.h"

namespace simt {
namespace {

std::string text_of(const dim3& extent) {
  return "(" + std::to_string(extent.x) + "," + std::to_string(extent.y) + "," +
         std::to_string(extent.z) + ")";
}

/// The first dimension of the extent that is 0 or more than its limit, as a reason; empty if there is none.
std::string wrong_dimension(const char* what, const char* unit, const dim3& extent,
                            const dim3& most) {
  const struct {
    const char* name;
    unsigned is, most;
  } dimensions[] = {{"x", extent.x, most.x}, {"y", extent.y, most.y}, {"z", extent.z, most.z}};
  for (const auto& [name, is, limit] : dimensions) {
    if (is >= 1 && is <= limit) continue;
    const std::string begin =
        std::string(what) + text_of(extent) + ": " + name + " is " + std::to_string(is);
    if (is == 0) return begin + ", and there has to be one " + unit + " at least";
    return begin + ", and may be " + std::to_string(limit) + " at most";
  }
  return {};
}

std::uint64_t count(const dim3& extent) { return std::uint64_t{extent.x} * extent.y * extent.z; }

cudaError_t too_many_threads(const LaunchConfig& config, unsigned most) {
  std::string reason = "a block of " + text_of(config.block) + " has " +
                       std::to_string(count(config.block)) + " threads, and ";
  if (most < 1024) {
    reason += "__launch_bounds__ of the kernel allow " + std::to_string(most);
  } else {
    reason += "may have 1024 at most";
    const bool fits_exchanged = count(config.grid) <= 1024 && config.grid.y * config.grid.z == 1;
    if (fits_exchanged) reason += "; the number of blocks comes first: <<<blocks, threads>>>";
  }
  return because(cudaErrorInvalidValue, reason);
}

cudaError_t too_much_shared_memory(const LaunchConfig& config, const void* kernel,
                                   std::size_t limit) {
  const std::size_t most = kStaticSharedLimit;
  const auto opt_in =
      static_cast<std::size_t>(device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
  const std::size_t fixed = kernel_facts(kernel).static_shared;
  const std::string bytes = std::to_string(config.shared_bytes);
  std::string reason = bytes + " bytes of dynamic shared memory, and ";
  if (config.shared_bytes + fixed > opt_in) {
    reason += "a block of this device has " + std::to_string(opt_in);
    if (fixed > 0) reason += ", of which static arrays take " + std::to_string(fixed);
  } else if (limit == most - (fixed < most ? fixed : most)) {
    reason += "a launch may take " + std::to_string(limit) + ", unless the program has called " +
              "cudaFuncSetAttribute(" + config.name +
              ", cudaFuncAttributeMaxDynamicSharedMemorySize, " + bytes + ") before";
  } else {
    reason += "cudaFuncSetAttribute has set the kernel's limit to " + std::to_string(limit);
  }
  return because(cudaErrorInvalidValue, reason);
}

bool cluster_is_possible(const LaunchConfig& config, const void* kernel) {
  const dim3& cluster = config.cluster;
  const dim3 own = kernel_cluster_dims(kernel);
  const bool is_own = cluster.x == own.x && cluster.y == own.y && cluster.z == own.z;
  if (own.x > 0 ? !is_own : cluster_must_be_set(kernel) && !config.cluster_is_set) return false;
  return cluster.x > 0 && cluster.y > 0 && cluster.z > 0 &&
         count(cluster) <= cluster_limit(kernel) && config.grid.x % cluster.x == 0 &&
         config.grid.y % cluster.y == 0 && config.grid.z % cluster.z == 0;
}

cudaError_t wrong_cluster(const LaunchConfig& config, const void* kernel) {
  const dim3& cluster = config.cluster;
  std::string reason =
      "clusters of " + text_of(cluster) + " blocks in a grid of " + text_of(config.grid) + ": ";
  const std::uint64_t blocks = count(cluster);
  if (!kHasClusters) {
    reason = "in a browser clusters are left out";
    warn(reason + "\n");  // a program that checks its launches shows the error's own name alone
  } else if (cluster_must_be_set(kernel) && !config.cluster_is_set) {
    reason = "the kernel has __cluster_dims__(), so the launch has to say how large a cluster is";
  } else if (blocks > cluster_limit(kernel)) {
    reason += "a cluster may have " + std::to_string(cluster_limit(kernel)) + " at most";
  } else if (const dim3 own = kernel_cluster_dims(kernel);
             own.x > 0 && (own.x != cluster.x || own.y != cluster.y || own.z != cluster.z)) {
    reason += "the kernel itself says " + text_of(own);
  } else {
    reason += "each dimension of the grid has to be a multiple of the cluster's";
  }
  return because(cudaErrorInvalidClusterSize, reason);
}

}  // namespace

cudaError_t check_cluster(const LaunchConfig& config, const void* kernel) {
  return cluster_is_possible(config, kernel) ? cudaSuccess : wrong_cluster(config, kernel);
}

cudaError_t check_launch(LaunchConfig& config, const KernelCall* call) {
  const dim3& block = config.block;
  std::string reason =
      wrong_dimension("a grid of ", "block", config.grid, {2147483647u, 65535, 65535});
  if (!reason.empty()) return because(cudaErrorInvalidValue, reason);
  if (block.x > 1024 && block.y == 1 && block.z == 1) return too_many_threads(config, 1024);
  reason = wrong_dimension("a block of ", "thread", block, {1024, 1024, 64});
  if (!reason.empty()) return because(cudaErrorInvalidValue, reason);
  if (config.kernel == nullptr && any_function_attributes()) config.kernel = kernel_of(call);
  const void* const kernel = config.kernel;
  config.is_tile = kernel_facts(kernel).is_tile;
  if (config.is_tile && count(block) != 1) {
    return because(cudaErrorInvalidValue,
                   "a block of " + text_of(block) +
                       " threads of a tile kernel: its blocks have one, <<<blocks, 1>>>, and the "
                       "compiler decides how many threads of the GPU compute a tile");
  }
  const unsigned most_threads = kernel_facts(kernel).max_threads;
  if (count(block) > most_threads) return too_many_threads(config, most_threads);
  if (const std::size_t limit = dynamic_shared_limit(kernel); config.shared_bytes > limit) {
    return too_much_shared_memory(config, kernel, limit);
  }
  if (!config.cluster_is_set) config.cluster = default_cluster(kernel);
  if (const cudaError_t error = check_cluster(config, kernel)) return error;
  if (!config.cooperative) return cudaSuccess;
  const int each =
      resident_blocks(kernel, static_cast<unsigned>(count(block)), config.shared_bytes);
  const int processors = device_attribute(cudaDevAttrMultiProcessorCount);
  const std::uint64_t most = std::uint64_t{1} * each * processors;
  if (count(config.grid) <= most) return cudaSuccess;
  return because(cudaErrorCooperativeLaunchTooLarge,
                 "a cooperative grid of " + std::to_string(count(config.grid)) +
                     " blocks, which all have to be resident, and the device has room for " +
                     std::to_string(most) + ": " + std::to_string(each) + " on each of " +
                     std::to_string(processors) + " multiprocessors");
}

}  // namespace simt
