/// @file
/// @ingroup tutorial
/// Launches in clusters, as chapter 11's first programs write them out.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "tutorial/check.cuh"

namespace tutorial {

/// The configuration of a launch in clusters of `cluster` neighbouring blocks along x. It points to
/// `attribute`. The kernel is allowed what the launch needs: dynamic shared memory beyond 48 KiB, and
/// clusters of more than 8 blocks, which not every GPU has.
template <class... Parameters>
cudaLaunchConfig_t cluster_config(int cluster, dim3 grid, dim3 block, std::size_t shared_bytes,
                                  void (*kernel)(Parameters...), cudaLaunchAttribute* attribute) {
  if (shared_bytes > 48 << 10) {
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(shared_bytes)));
  }
  if (cluster > 8) {
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  }
  *attribute = {};
  attribute->id = cudaLaunchAttributeClusterDimension;
  attribute->val.clusterDim = {static_cast<unsigned>(cluster), 1, 1};
  cudaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = block;
  config.dynamicSmemBytes = shared_bytes;
  config.attrs = attribute;
  config.numAttrs = 1;
  return config;
}

}  // namespace tutorial

/// Launches `kernel<<<grid, block, shared_bytes>>>(arguments…)` in clusters of `cluster` blocks along
/// x; grid.x must be a multiple of it. An error ends the program, as with CHECK.
template <class... Parameters, class... Arguments>
void launch_in_clusters(int cluster, dim3 grid, dim3 block, std::size_t shared_bytes,
                        void (*kernel)(Parameters...), Arguments... arguments) {
  cudaLaunchAttribute attribute;
  const cudaLaunchConfig_t config =
      tutorial::cluster_config(cluster, grid, block, shared_bytes, kernel, &attribute);
  CHECK(cudaLaunchKernelEx(&config, kernel, arguments...));
}

/// How many clusters of `cluster` such blocks the device can run at the same time; 0 if none.
template <class... Parameters>
int active_clusters(int cluster, dim3 block, std::size_t shared_bytes,
                    void (*kernel)(Parameters...)) {
  cudaLaunchAttribute attribute;
  const cudaLaunchConfig_t config =
      tutorial::cluster_config(cluster, cluster, block, shared_bytes, kernel, &attribute);
  int clusters = 0;
  CHECK(cudaOccupancyMaxActiveClusters(&clusters, kernel, &config));
  return clusters;
}
