// Between the two halves of the last barrier is too late: who has arrived lets the other blocks go.
// expect: simt: a write to the shared memory of block 1 of the cluster, which may have ended
// expect: @write
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) hand_on(int* data) {
  __shared__ int box[2];
  const cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  cluster.barrier_arrive();
  if (cluster.block_rank() == 0 && threadIdx.x == 0) {
    cluster.map_shared_rank(box, 1)[0] = data[0];  // @write
  }
  cluster.barrier_wait();
  data[blockIdx.x * 32 + threadIdx.x] = 1;
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  hand_on<<<2, 32>>>(data);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
