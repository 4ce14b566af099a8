#include "api/launch/function_attributes.h"

// What a kernel is known to need and may be given, and how many of its blocks that leaves room for.
#include <algorithm>
#include <map>
#include <mutex>
#include <optional>

#include "base/device.h"
#include "base/error.h"
#include "base/symbols.h"
#include "cuda_runtime_api.h"
#include "execution/grid/kernel_facts.h"
#include "execution/grid/occupancy.h"

namespace simt {
namespace {

/// What cudaFuncSetAttribute has set.
struct FunctionAttributes {
  std::optional<int> dynamic_shared;
  int carveout = cudaSharedmemCarveoutDefault;
  bool cluster_must_be_set = false;
  dim3 cluster = {0, 0, 0};
  bool allows_large_clusters = false;
  int cluster_policy = cudaClusterSchedulingPolicyDefault;
};

/// Those of a device.
struct AllAttributes {
  std::mutex mutex;
  std::map<const void*, FunctionAttributes> of;  ///< by the kernel's address
};
AllAttributes& all_attributes() { return current_device().part<AllAttributes>(); }

FunctionAttributes attributes_of(const void* kernel) {
  const std::lock_guard lock(all_attributes().mutex);
  const auto it = all_attributes().of.find(kernel);
  return it != all_attributes().of.end() ? it->second : FunctionAttributes{};
}

bool is_kernel(const void* address) {
  return address != nullptr && function_start(address) == address;
}

/// As in CUDA, launch bounds do not count.
int active_blocks(const void* kernel, int block_size, std::size_t dynamic_shared_bytes) {
  if (block_size > device_attribute(cudaDevAttrMaxThreadsPerBlock)) return 0;
  if (dynamic_shared_bytes > dynamic_shared_limit(kernel)) return 0;
  return resident_blocks(kernel, static_cast<unsigned>(block_size), dynamic_shared_bytes);
}

cudaError_t set_attribute(const void* kernel, cudaFuncAttribute attribute, int value) {
  const KernelFacts& facts = kernel_facts(kernel);
  const std::lock_guard lock(all_attributes().mutex);
  FunctionAttributes& set = all_attributes().of[kernel];
  const bool is_cluster_side = attribute == cudaFuncAttributeRequiredClusterWidth ||
                               attribute == cudaFuncAttributeRequiredClusterHeight ||
                               attribute == cudaFuncAttributeRequiredClusterDepth;
  if (is_cluster_side && facts.cluster.x > 0) return cudaErrorInvalidValue;  // of the source
  if (is_cluster_side && value < 0) return cudaErrorInvalidValue;
  switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
      if (value < 0 || facts.static_shared + static_cast<std::size_t>(value) > kOptInSharedLimit) {
        return cudaErrorInvalidValue;
      }
      set.dynamic_shared = value;
      return cudaSuccess;
    case cudaFuncAttributePreferredSharedMemoryCarveout:  // a hint; the model has no L1
      if (value < -1 || value > 100) return cudaErrorInvalidValue;
      set.carveout = value;
      return cudaSuccess;
    case cudaFuncAttributeClusterDimMustBeSet:
      set.cluster_must_be_set = value != 0;
      return cudaSuccess;
    case cudaFuncAttributeRequiredClusterWidth:
      set.cluster.x = static_cast<unsigned>(value);
      return cudaSuccess;
    case cudaFuncAttributeRequiredClusterHeight:
      set.cluster.y = static_cast<unsigned>(value);
      return cudaSuccess;
    case cudaFuncAttributeRequiredClusterDepth:
      set.cluster.z = static_cast<unsigned>(value);
      return cudaSuccess;
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
      set.allows_large_clusters = value != 0;
      return cudaSuccess;
    case cudaFuncAttributeClusterSchedulingPolicyPreference:  // a hint
      if (value < 0 || value > cudaClusterSchedulingPolicyLoadBalancing) {
        return cudaErrorInvalidValue;
      }
      set.cluster_policy = value;
      return cudaSuccess;
  }
  return cudaErrorInvalidValue;
}

}  // namespace

bool any_function_attributes() {
  if (any_kernel_facts()) return true;
  const std::lock_guard lock(all_attributes().mutex);
  return !all_attributes().of.empty();
}

std::size_t dynamic_shared_limit(const void* start) {
  const std::optional<int> set = attributes_of(start).dynamic_shared;
  if (set) return static_cast<std::size_t>(*set);
  return kStaticSharedLimit - std::min(kernel_facts(start).static_shared, kStaticSharedLimit);
}

unsigned cluster_limit(const void* kernel) {
  if constexpr (!kHasClusters) return 1;
  const unsigned most = attributes_of(kernel).allows_large_clusters ? 16 : 8;
  const unsigned bound = kernel_facts(kernel).max_cluster;
  return bound > 0 ? std::min(bound, most) : most;
}

dim3 kernel_cluster_dims(const void* kernel) {
  const dim3 stated = kernel_facts(kernel).cluster;
  return stated.x > 0 ? stated : attributes_of(kernel).cluster;
}

dim3 default_cluster(const void* kernel) {
  const dim3 own = kernel_cluster_dims(kernel);
  return own.x > 0 && own.y > 0 && own.z > 0 ? own : dim3(1, 1, 1);
}

bool cluster_must_be_set(const void* kernel) {
  return kernel_facts(kernel).cluster_must_be_set || attributes_of(kernel).cluster_must_be_set;
}

}  // namespace simt

using simt::result;

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* kernel) {
  if (attributes == nullptr) return result(cudaErrorInvalidValue);
  if (!simt::is_kernel(kernel)) return result(cudaErrorInvalidDeviceFunction);
  const simt::KernelFacts& facts = simt::kernel_facts(kernel);
  const simt::FunctionAttributes set = simt::attributes_of(kernel);
  const dim3 cluster = simt::kernel_cluster_dims(kernel);
  cudaFuncAttributes a{};
  a.sharedSizeBytes = facts.static_shared;
  a.maxThreadsPerBlock = static_cast<int>(facts.max_threads);
  a.numRegs = facts.registers;
  a.ptxVersion = a.binaryVersion = 90;
  a.maxDynamicSharedSizeBytes = static_cast<int>(simt::dynamic_shared_limit(kernel));
  a.preferredShmemCarveout = set.carveout;
  a.clusterDimMustBeSet = simt::cluster_must_be_set(kernel);
  a.requiredClusterWidth = static_cast<int>(cluster.x);
  a.requiredClusterHeight = static_cast<int>(cluster.y);
  a.requiredClusterDepth = static_cast<int>(cluster.z);
  a.clusterSchedulingPolicyPreference = set.cluster_policy;
  a.nonPortableClusterSizeAllowed = set.allows_large_clusters;
  *attributes = a;
  return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute, int value) {
  if (!simt::is_kernel(kernel)) return result(cudaErrorInvalidDeviceFunction);
  return result(simt::set_attribute(kernel, attribute, value));
}

cudaError_t cudaFuncSetCacheConfig(const void* kernel, cudaFuncCache) {
  return result(simt::is_kernel(kernel) ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaFuncSetSharedMemConfig(const void* kernel, cudaSharedMemConfig config) {
  if (!simt::is_kernel(kernel)) return result(cudaErrorInvalidDeviceFunction);
  return result(simt::is_bank_size(config) ? simt::device_error() : cudaErrorInvalidValue);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* kernel,
                                                                   int block_size,
                                                                   std::size_t dynamic_shared_bytes,
                                                                   unsigned int flags) {
  if (blocks == nullptr || block_size < 1 || flags > cudaOccupancyDisableCachingOverride) {
    return result(cudaErrorInvalidValue);
  }
  if (!simt::is_kernel(kernel)) return result(cudaErrorInvalidDeviceFunction);
  *blocks = simt::active_blocks(kernel, block_size, dynamic_shared_bytes);
  return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel,
                                                          int block_size,
                                                          std::size_t dynamic_shared_bytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, kernel, block_size, dynamic_shared_bytes, cudaOccupancyDefault);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* kernel,
                                                      int blocks, int block_size) {
  if (bytes == nullptr || blocks < 1 || block_size < 1) return result(cudaErrorInvalidValue);
  if (!simt::is_kernel(kernel)) return result(cudaErrorInvalidDeviceFunction);
  if (simt::active_blocks(kernel, block_size, 0) < blocks) return result(cudaErrorInvalidValue);
  *bytes = std::min(simt::shared_bytes_of_each(blocks) - simt::kernel_facts(kernel).static_shared,
                    simt::dynamic_shared_limit(kernel));
  return cudaSuccess;
}
