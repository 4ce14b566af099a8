/// @file
/// @ingroup tutorial
/// For the check of an exercise whose answer launches clusters by itself: included in front of
/// SUBMISSION, it notes what cudaLaunchKernelEx is asked for, can let it fail as watched_calls.cuh does with other
/// calls, and can let cudaOccupancyMaxActiveClusters say that clusters of some size cannot run.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <vector>

#include "tutorial/watched_calls.cuh"

namespace clusters {

/// A call of cudaLaunchKernelEx.
struct Launch {
  int size = 1;  ///< blocks per cluster
  long long blocks = 0;
  int threads = 0;               ///< per block
  std::size_t shared_bytes = 0;  ///< dynamic, per block
  cudaStream_t stream = nullptr;
};

inline std::vector<Launch> launches;  ///< in order; a check clears it

/// Clusters of so many blocks cannot run, says cudaOccupancyMaxActiveClusters; 0: it says what is so.
inline int size_that_cannot_run = 0;

/// Blocks per cluster.
inline int size_of(const cudaLaunchConfig_t* config) {
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    if (config->attrs[i].id != cudaLaunchAttributeClusterDimension) continue;
    const auto& size = config->attrs[i].val.clusterDim;
    return static_cast<int>(size.x * size.y * size.z);
  }
  return 1;
}

inline void note(const cudaLaunchConfig_t* config) {
  Launch launch;
  launch.size = size_of(config);
  launch.blocks = 1LL * config->gridDim.x * config->gridDim.y * config->gridDim.z;
  launch.threads = static_cast<int>(config->blockDim.x * config->blockDim.y * config->blockDim.z);
  launch.shared_bytes = config->dynamicSmemBytes;
  launch.stream = config->stream;
  launches.push_back(launch);
}

template <class Call, class Kernel>
cudaError_t ask_for_active(const Call& call, int* count, Kernel kernel,
                           const cudaLaunchConfig_t* config) {
  const cudaError_t error = call(count, kernel, config);
  if (error == cudaSuccess && size_of(config) == size_that_cannot_run) *count = 0;
  return error;
}

}  // namespace clusters

// A macro is not expanded inside of itself: the call is CUDA's.
#define cudaLaunchKernelEx(config, ...) \
  (clusters::note(config),              \
   calls::attempt("cudaLaunchKernelEx", [&] { return cudaLaunchKernelEx(config, __VA_ARGS__); }))
#define cudaOccupancyMaxActiveClusters(...)                                                \
  clusters::ask_for_active([](auto... a) { return cudaOccupancyMaxActiveClusters(a...); }, \
                           __VA_ARGS__)
