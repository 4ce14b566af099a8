/// @file
/// Launches with attributes: clusters, cooperative grids, priorities.
#pragma once

#include <cstddef>
#include <tuple>
#include <utility>

#include "driver_types.h"
#include "simt/launch.h"
#include "vector_types.h"

enum cudaLaunchAttributeID {
  cudaLaunchAttributeIgnore = 0,
  cudaLaunchAttributeAccessPolicyWindow = 1,
  cudaLaunchAttributeCooperative = 2,
  cudaLaunchAttributeSynchronizationPolicy = 3,
  cudaLaunchAttributeClusterDimension = 4,
  cudaLaunchAttributeClusterSchedulingPolicyPreference = 5,
  cudaLaunchAttributeProgrammaticStreamSerialization = 6,
  cudaLaunchAttributeProgrammaticEvent = 7,
  cudaLaunchAttributePriority = 8,
  cudaLaunchAttributeMemSyncDomainMap = 9,
  cudaLaunchAttributeMemSyncDomain = 10,
  cudaLaunchAttributePreferredClusterDimension = 11,
  cudaLaunchAttributeLaunchCompletionEvent = 12,
  cudaLaunchAttributeDeviceUpdatableKernelNode = 13,
  cudaLaunchAttributePreferredSharedMemoryCarveout = 14,
};

enum cudaAccessProperty {
  cudaAccessPropertyNormal = 0,
  cudaAccessPropertyStreaming = 1,
  cudaAccessPropertyPersisting = 2,
};
struct cudaAccessPolicyWindow {
  void* base_ptr;
  std::size_t num_bytes;
  float hitRatio;
  cudaAccessProperty hitProp;
  cudaAccessProperty missProp;
};
enum cudaSynchronizationPolicy {
  cudaSyncPolicyAuto = 1,
  cudaSyncPolicySpin = 2,
  cudaSyncPolicyYield = 3,
  cudaSyncPolicyBlockingSync = 4,
};
enum cudaClusterSchedulingPolicy {
  cudaClusterSchedulingPolicyDefault = 0,
  cudaClusterSchedulingPolicySpread = 1,
  cudaClusterSchedulingPolicyLoadBalancing = 2,
};
enum cudaLaunchMemSyncDomain {
  cudaLaunchMemSyncDomainDefault = 0,
  cudaLaunchMemSyncDomainRemote = 1,
};
struct cudaLaunchMemSyncDomainMap {
  unsigned char default_;
  unsigned char remote;
};

union cudaLaunchAttributeValue {
  char pad[64];
  cudaAccessPolicyWindow accessPolicyWindow;
  int cooperative;
  cudaSynchronizationPolicy syncPolicy;
  struct {
    unsigned int x, y, z;
  } clusterDim;
  cudaClusterSchedulingPolicy clusterSchedulingPolicyPreference;
  int programmaticStreamSerializationAllowed;
  struct {
    cudaEvent_t event;
    int flags;
    int triggerAtBlockStart;
  } programmaticEvent;
  int priority;
  cudaLaunchMemSyncDomainMap memSyncDomainMap;
  cudaLaunchMemSyncDomain memSyncDomain;
  struct {
    unsigned int x, y, z;
  } preferredClusterDim;
  struct {
    cudaEvent_t event;
    int flags;
  } launchCompletionEvent;
  unsigned int sharedMemCarveout;
};

struct cudaLaunchAttribute {
  cudaLaunchAttributeID id;
  char pad[8 - sizeof(cudaLaunchAttributeID)];
  cudaLaunchAttributeValue val;
};

struct cudaLaunchConfig_t {
  dim3 gridDim;
  dim3 blockDim;
  std::size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute* attrs;
  unsigned int numAttrs;
};

namespace simt {

/// Launches a call (and owns it) as `config` says. What no attribute sets comes from the kernel's
/// own `__cluster_dims__`.
cudaError_t launch_with_attributes(const cudaLaunchConfig_t* config, const void* kernel,
                                   KernelCall* call);
cudaError_t launch_cooperative(const void* kernel, dim3 grid, dim3 block, std::size_t shared_bytes,
                               cudaStream_t stream, KernelCall* call);
cudaError_t launch_plain(const void* kernel, dim3 grid, dim3 block, std::size_t shared_bytes,
                         cudaStream_t stream, KernelCall* call);

/// How to make a call from pointers to its arguments, for a kernel of unknown type.
using MakeCall = KernelCall* (*)(const void* kernel, void** arguments);
void remember_kernel(const void* kernel, MakeCall make);
/// Null, with a message, if the kernel's type was never seen.
KernelCall* make_call(const void* kernel, void** arguments);

namespace detail {

template <class... Parameters, class... Arguments>
SIMT_UNCOUNTED KernelCall* call_with(void (*kernel)(Parameters...), Arguments&&... arguments) {
  const auto body = [kernel](auto&... a) SIMT_UNCOUNTED { kernel(a...); };
  using Call = BoundCall<std::index_sequence_for<Parameters...>, std::decay_t<decltype(body)>,
                         std::decay_t<Parameters>...>;
  auto copy = body;
  return new Call(std::move(copy), std::decay_t<Parameters>(std::forward<Arguments>(arguments))...);
}

template <class... Parameters, std::size_t... I>
SIMT_UNCOUNTED KernelCall* call_from(void (*kernel)(Parameters...), void** arguments,
                                     std::index_sequence<I...>) {
  return call_with(kernel, *static_cast<std::decay_t<Parameters>*>(arguments[I])...);
}

}  // namespace detail

template <class... Parameters>
SIMT_UNCOUNTED KernelCall* make_call(void (*kernel)(Parameters...), void** arguments) {
  return detail::call_from(kernel, arguments, std::index_sequence_for<Parameters...>());
}

/// What the translator makes of `(void*)kernel`: the type is kept for launches by address.
template <class... Parameters>
SIMT_UNCOUNTED auto typed_kernel(void (*kernel)(Parameters...)) {
  remember_kernel(reinterpret_cast<const void*>(kernel), [](const void* k, void** arguments) {
    return make_call(reinterpret_cast<void (*)(Parameters...)>(const_cast<void*>(k)), arguments);
  });
  return kernel;
}

}  // namespace simt

template <class... Parameters, class... Arguments>
[[gnu::always_inline]] inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config,
                                                             void (*kernel)(Parameters...),
                                                             Arguments&&... arguments) {
  return simt::launch_with_attributes(
      config, reinterpret_cast<const void*>(kernel),
      simt::detail::call_with(kernel, std::forward<Arguments>(arguments)...));
}
template <class... Parameters>
[[gnu::always_inline]] inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config,
                                                              void (*kernel)(Parameters...),
                                                              void** arguments) {
  return simt::launch_with_attributes(config, reinterpret_cast<const void*>(kernel),
                                      simt::make_call(kernel, arguments));
}
template <class... Parameters>
[[gnu::always_inline]] inline cudaError_t cudaLaunchCooperativeKernel(
    void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
    std::size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
  return simt::launch_cooperative(reinterpret_cast<const void*>(kernel), grid, block, shared_bytes,
                                  stream, simt::make_call(kernel, arguments));
}
template <class... Parameters>
[[gnu::always_inline]] inline cudaError_t cudaLaunchKernel(void (*kernel)(Parameters...), dim3 grid,
                                                           dim3 block, void** arguments,
                                                           std::size_t shared_bytes = 0,
                                                           cudaStream_t stream = nullptr) {
  return simt::launch_plain(reinterpret_cast<const void*>(kernel), grid, block, shared_bytes,
                            stream, simt::make_call(kernel, arguments));
}
// By address: `(void*)kernel` in the program tells the type.
cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             std::size_t shared_bytes = 0, cudaStream_t stream = nullptr);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel,
                                void** arguments);
cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        std::size_t shared_bytes = 0,
                                        cudaStream_t stream = nullptr);

/// The largest cluster that the launch could have: 8 blocks, 16 if the kernel allows what not every
/// device can; fewer if its grid has fewer.
cudaError_t cudaOccupancyMaxPotentialClusterSize(int* cluster_size, const void* kernel,
                                                 const cudaLaunchConfig_t* config);
/// Clusters of the launch that are resident on the whole device at the same time.
cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* kernel,
                                           const cudaLaunchConfig_t* config);
template <class... Parameters>
cudaError_t cudaOccupancyMaxPotentialClusterSize(int* cluster_size, void (*kernel)(Parameters...),
                                                 const cudaLaunchConfig_t* config) {
  return cudaOccupancyMaxPotentialClusterSize(cluster_size, reinterpret_cast<const void*>(kernel),
                                              config);
}
template <class... Parameters>
cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, void (*kernel)(Parameters...),
                                           const cudaLaunchConfig_t* config) {
  return cudaOccupancyMaxActiveClusters(clusters, reinterpret_cast<const void*>(kernel), config);
}
