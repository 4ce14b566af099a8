// The last thread of the cluster to arrive at the barrier writes into another block at once, and waits behind that.
// expect: simt: a write to the shared memory of block 0 of the cluster, which may not have begun
// expect: @write
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) post(int* out) {
  __shared__ int mailbox;
  const cg::cluster_group cluster = cg::this_cluster();
  cluster.barrier_arrive();
  if (threadIdx.x == 63 && cluster.block_rank() == 1) {
    *cluster.map_shared_rank(&mailbox, 0) = 5;  // @write
  }
  cluster.barrier_wait();
  cluster.sync();
  if (threadIdx.x == 0 && cluster.block_rank() == 0) *out = mailbox;
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  post<<<2, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
