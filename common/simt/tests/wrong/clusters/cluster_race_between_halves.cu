// The tile is written behind the first half of the barrier: the other block, behind the second one, may be earlier.
// expect: simt: race on shared memory
// expect: @write
// expect: put a cluster.sync() between the two
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) swap(int* data) {
  __shared__ int tile[32];
  const cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  cluster.barrier_arrive();
  tile[threadIdx.x] = data[threadIdx.x];  // @write
  cluster.barrier_wait();
  data[32 + blockIdx.x * 32 + threadIdx.x] =
      cluster.map_shared_rank(tile, cluster.block_rank() ^ 1)[threadIdx.x];
  cluster.sync();
}

int main() {
  int* data;
  cudaMalloc(&data, 96 * sizeof(int));
  cudaMemset(data, 0, 96 * sizeof(int));
  swap<<<2, 32>>>(data);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
