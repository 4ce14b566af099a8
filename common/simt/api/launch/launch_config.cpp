// Launches with attributes, launches by address, and what a device can hold of them.
#include "simt/launch_config.h"
#include "api/launch/function_attributes.h"

#include <algorithm>
#include <vector>

#include "api/launch/launch.h"
#include "base/error.h"
#include "base/symbols.h"
#include "cuda_runtime_api.h"

namespace simt {
namespace {

LaunchConfig launch_of(const void* kernel, dim3 grid, dim3 block, std::size_t shared_bytes,
                       cudaStream_t stream, const void* site) {
  LaunchConfig config{kernel_name(kernel), nullptr, 0, grid, block, shared_bytes, stream};
  config.site = site;
  config.kernel = kernel;
  return config;
}

/// What an attribute means for the launch; an error for what CUDA does not accept there, or the model
/// does not have. @param may_start_early is set by the attribute that allows it
cudaError_t apply(const cudaLaunchAttribute& attribute, LaunchConfig& config,
                  bool& may_start_early) {
  const cudaLaunchAttributeValue& value = attribute.val;
  switch (attribute.id) {
    case cudaLaunchAttributeCooperative:
      config.cooperative = value.cooperative != 0;
      return cudaSuccess;
    case cudaLaunchAttributeClusterDimension:
      config.cluster = dim3(value.clusterDim.x, value.clusterDim.y, value.clusterDim.z);
      config.cluster_is_set = true;
      return cudaSuccess;
    case cudaLaunchAttributePriority:
      config.priority = std::clamp(value.priority, -5, 0);
      config.priority_is_set = true;
      return cudaSuccess;
    case cudaLaunchAttributeProgrammaticStreamSerialization:
      may_start_early = value.programmaticStreamSerializationAllowed != 0;
      return cudaSuccess;
    case cudaLaunchAttributeIgnore:
    // Hints about speed:
    case cudaLaunchAttributeAccessPolicyWindow:
    case cudaLaunchAttributeClusterSchedulingPolicyPreference:
    case cudaLaunchAttributeMemSyncDomainMap:
    case cudaLaunchAttributeMemSyncDomain:
    case cudaLaunchAttributePreferredSharedMemoryCarveout:
      return cudaSuccess;
    case cudaLaunchAttributeSynchronizationPolicy:  // of streams
      return cudaErrorInvalidValue;
    default:
      return cudaErrorNotSupported;
  }
}

std::size_t blocks_in(const dim3& cluster) {
  return std::size_t{cluster.x} * cluster.y * cluster.z;
}

/// For how many blocks of such a launch a multiprocessor has room.
cudaError_t blocks_on_multiprocessor(int* blocks, const void* kernel,
                                     const cudaLaunchConfig_t& config) {
  const dim3& block = config.blockDim;
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      blocks, kernel, static_cast<int>(block.x * block.y * block.z), config.dynamicSmemBytes);
}

}  // namespace

namespace {

/// Launches a call, and owns it.
cudaError_t launch_from(const void* site, const cudaLaunchConfig_t* config, const void* kernel,
                        KernelCall* call) {
  cudaError_t error = config == nullptr ? cudaErrorInvalidValue : cudaSuccess;
  LaunchConfig launch{};
  bool may_start_early = false;
  if (error == cudaSuccess) {
    launch = launch_of(kernel, config->gridDim, config->blockDim, config->dynamicSmemBytes,
                       config->stream, site);
    for (unsigned i = 0; i < config->numAttrs && error == cudaSuccess; ++i) {
      error = apply(config->attrs[i], launch, may_start_early);
    }
  }
  if (error == cudaSuccess) return launch_kernel(launch, call, may_start_early);
  call->destroy(call);
  return result(error);
}

/// The call of a kernel that was given by address; null, and an error, if its type is unknown.
KernelCall* call_of(const void* kernel, void** arguments, const void* site, cudaError_t* error) {
  const KernelType* type = nullptr;
  *error = find_kernel_type(
      kernel, [site] { return source_line(site); }, &type);
  if (*error != cudaSuccess) return nullptr;
  std::vector<void*> places(type->parameters);
  return type->make_call(kernel, arguments, places.data());
}

}  // namespace

cudaError_t launch_with_attributes(const cudaLaunchConfig_t* config, const void* kernel,
                                   KernelCall* call) {
  return launch_from(__builtin_return_address(0), config, kernel, call);
}

}  // namespace simt

using simt::result;

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel,
                                void** arguments) {
  const void* const site = __builtin_return_address(0);
  cudaError_t error;
  simt::KernelCall* const call = simt::call_of(kernel, arguments, site, &error);
  return call == nullptr ? result(error) : simt::launch_from(site, config, kernel, call);
}

cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        std::size_t shared_bytes, cudaStream_t stream) {
  const void* const site = __builtin_return_address(0);
  cudaError_t error;
  simt::KernelCall* const call = simt::call_of(kernel, arguments, site, &error);
  if (call == nullptr) return result(error);
  simt::LaunchConfig launch = simt::launch_of(kernel, grid, block, shared_bytes, stream, site);
  launch.cooperative = true;
  return simt::enqueue(launch, call);
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* cluster_size, const void* kernel,
                                                 const cudaLaunchConfig_t* config) {
  if (cluster_size == nullptr || config == nullptr) return result(cudaErrorInvalidValue);
  int blocks = 0;
  if (const cudaError_t error = simt::blocks_on_multiprocessor(&blocks, kernel, *config))
    return error;
  const dim3& grid = config->gridDim;
  const auto most = static_cast<int>(simt::cluster_limit(kernel));
  const bool divides = std::size_t{grid.x} * grid.y * grid.z % static_cast<unsigned>(most) == 0;
  *cluster_size = blocks > 0 && divides ? most : 0;
  return cudaSuccess;
}

/// The model's multiprocessors in groups that a cluster cannot leave: an H200's way to have 132.
cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* kernel,
                                           const cudaLaunchConfig_t* config) {
  SIMT_API_CALL;
  static constexpr int kGroups[] = {18, 18, 18, 18, 18, 16, 16, 10};
  if (clusters == nullptr || config == nullptr) return result(cudaErrorInvalidValue);
  simt::LaunchConfig launch{};
  launch.grid = config->gridDim;
  bool may_start_early = false;
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    if (const cudaError_t error = simt::apply(config->attrs[i], launch, may_start_early)) {
      return result(error);
    }
  }
  if (!launch.cluster_is_set) launch.cluster = simt::default_cluster(kernel);
  if (const cudaError_t error = simt::check_cluster(launch, kernel)) return result(error);
  int blocks = 0;
  if (const cudaError_t error = simt::blocks_on_multiprocessor(&blocks, kernel, *config))
    return error;
  *clusters = 0;
  for (const int group : kGroups) {
    *clusters += group / static_cast<int>(simt::blocks_in(launch.cluster)) * blocks;
  }
  return cudaSuccess;
}
