/// @file
/// @ingroup tutorial
/// For the check of an exercise whose answer launches clusters by itself: included in front of
/// SUBMISSION, it notes what cudaLaunchKernelEx is asked for.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <vector>

namespace clusters {

/// A call of cudaLaunchKernelEx.
struct Launch {
  int size = 1;  ///< blocks per cluster
  long long blocks = 0;
  std::size_t shared_bytes = 0;  ///< dynamic, per block
  cudaStream_t stream = nullptr;
};

inline std::vector<Launch> launches;  ///< in order; a check clears it

inline void note(const cudaLaunchConfig_t* config) {
  Launch launch;
  launch.blocks = 1LL * config->gridDim.x * config->gridDim.y * config->gridDim.z;
  launch.shared_bytes = config->dynamicSmemBytes;
  launch.stream = config->stream;
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    if (config->attrs[i].id != cudaLaunchAttributeClusterDimension) continue;
    const auto& size = config->attrs[i].val.clusterDim;
    launch.size = static_cast<int>(size.x * size.y * size.z);
  }
  launches.push_back(launch);
}

}  // namespace clusters

// A macro is not expanded inside of itself: the call is CUDA's.
#define cudaLaunchKernelEx(config, ...) \
  (clusters::note(config), cudaLaunchKernelEx(config, __VA_ARGS__))
