// How many pairs of blocks can run at the same time, asked for a grid of three blocks; nobody asks whether that worked.
// exit: 0
// expect: simt: warning: cudaOccupancyMaxActiveClusters() at
// expect: @ask
// expect: failed with cudaErrorInvalidClusterSize
// expect: reason  clusters of (2,1,1) blocks in a grid of (3,1,1): each dimension of the grid has to be a multiple
#include <cuda_runtime.h>

__global__ void kernel() {}

int main() {
  cudaLaunchAttribute pairs{};
  pairs.id = cudaLaunchAttributeClusterDimension;
  pairs.val.clusterDim = {2, 1, 1};
  cudaLaunchConfig_t config{};
  config.gridDim = 3;
  config.blockDim = 128;
  config.attrs = &pairs;
  config.numAttrs = 1;
  int clusters = 0;
  cudaOccupancyMaxActiveClusters(&clusters, kernel, &config);  // @ask
}
