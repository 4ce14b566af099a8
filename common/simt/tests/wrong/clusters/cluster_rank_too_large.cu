// A cluster of two has the ranks 0 and 1.
// expect: simt: map_shared_rank() of rank 2 in a cluster of 2
// expect: @map
// expect: by      thread (0,0,0) of block (1,0,0)
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) rotate(int* data) {
  __shared__ int tile[32];
  const cg::cluster_group cluster = cg::this_cluster();
  tile[threadIdx.x] = threadIdx.x;
  cluster.sync();
  data[threadIdx.x] = cluster.map_shared_rank(tile, cluster.block_rank() + 1)[threadIdx.x];  // @map
  cluster.sync();
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  rotate<<<2, 32>>>(data);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
