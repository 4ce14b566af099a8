// Between the two halves of the barrier the other block may still be on its way to the first one.
// expect: simt: an atomic on the shared memory of block 1 of the cluster, which may not have begun
// expect: @atomic
// expect: by      thread (0,0,0) of block (0,0,0)
// expect: its barrier_wait() here
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) count(int* data) {
  __shared__ int counter;
  const cg::cluster_group cluster = cg::this_cluster();
  cluster.barrier_arrive();
  atomicExch(cluster.map_shared_rank(&counter, cluster.block_rank() ^ 1), 5);  // @atomic
  cluster.barrier_wait();
  cluster.sync();
  if (threadIdx.x == 0) data[blockIdx.x] = counter;
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  count<<<2, 32>>>(data);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
