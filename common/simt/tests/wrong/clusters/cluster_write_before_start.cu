// Writes into the next block's memory, which need not have begun: before that it has none.
// expect: simt: a write to the shared memory of block 1 of the cluster, which may not have begun
// expect: @write
// expect: by      thread (0,0,0) of block (0,0,0)
// expect: put a cluster.sync() before the first access to another block
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) rotate(int* data) {
  __shared__ int tile[32];
  const cg::cluster_group cluster = cg::this_cluster();
  cluster.map_shared_rank(tile, cluster.block_rank() ^ 1)[threadIdx.x] = threadIdx.x;  // @write
  cluster.sync();
  data[blockIdx.x * 32 + threadIdx.x] = tile[threadIdx.x];
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  rotate<<<2, 32>>>(data);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
