/// @file
/// Launches with attributes: clusters, cooperative grids, priorities.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "driver_types.h"
#include "simt/kernel_pointers.h"
#include "simt/launch.h"
#include "simt/launch_attributes.h"
#include "vector_types.h"

struct cudaLaunchConfig_t {
  dim3 gridDim;
  dim3 blockDim;
  std::size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute* attrs;
  unsigned int numAttrs;
};

namespace simt {

/// Launches a call (and owns it) as `config` says.
cudaError_t launch_with_attributes(const cudaLaunchConfig_t* config, const void* kernel,
                                   KernelCall* call);

namespace detail {

template <class Parameter, class T>
[[gnu::always_inline]] SIMT_UNCOUNTED inline decltype(auto) kept(T& value) {
  if constexpr (std::is_reference_v<Parameter>) {
    return Kept<Parameter>{__builtin_addressof(value)};
  } else {
    return (value);
  }
}

template <class... Parameters, class... Arguments>
SIMT_UNCOUNTED KernelCall* call_with(void (*kernel)(Parameters...), Arguments&&... arguments) {
  using std::is_reference_v, std::conditional_t, std::decay_t;
  const auto bind =
      [kernel](conditional_t<is_reference_v<Parameters>, Parameters, decay_t<Parameters>>... values)
          SIMT_UNCOUNTED { return make_call(kernel, kept<Parameters>(values)...); };
  return bind(std::forward<Arguments>(arguments)...);
}

}  // namespace detail
}  // namespace simt

template <class... Parameters, class... Arguments>
[[gnu::always_inline]] inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config,
                                                             void (*kernel)(Parameters...),
                                                             Arguments&&... arguments) {
  return simt::launch_with_attributes(
      config, reinterpret_cast<const void*>(kernel),
      simt::detail::call_with(kernel, std::forward<Arguments>(arguments)...));
}

// By a pointer and an array of arguments, as cudaLaunchKernel.
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel,
                                void** arguments);
cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        std::size_t shared_bytes, cudaStream_t stream);
template <class... Parameters>
[[gnu::always_inline]] inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config,
                                                              void (*kernel)(Parameters...),
                                                              void** arguments) {
  return cudaLaunchKernelExC(config, reinterpret_cast<const void*>(simt::note(kernel)), arguments);
}
template <class... Parameters>
[[gnu::always_inline]] inline cudaError_t cudaLaunchCooperativeKernel(
    void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
    std::size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
  return cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(simt::note(kernel)), grid, block,
                                     arguments, shared_bytes, stream);
}
[[gnu::always_inline]] inline cudaError_t cudaLaunchCooperativeKernel(
    void* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared_bytes = 0,
    cudaStream_t stream = nullptr) {
  return cudaLaunchCooperativeKernel(static_cast<const void*>(kernel), grid, block, arguments,
                                     shared_bytes, stream);
}

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
