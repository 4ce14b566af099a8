// A block leaves numbers in the other one's memory, and its other warp takes them from there: within one block, too, a
// barrier has to lie between.
// expect: simt: race on shared memory
// expect: @take
// expect: @leave
// expect: put a __syncthreads() between the two
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) through_a_mailbox(float* data) {
  __shared__ float mailbox[64];
  const cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  float* const far = cluster.map_shared_rank(mailbox, 1 - cluster.block_rank());
  const int i = blockIdx.x * 64 + threadIdx.x;
  far[threadIdx.x] = data[i];       // @leave
  data[i] = far[63 - threadIdx.x];  // @take
  cluster.sync();
}

int main() {
  float* data;
  cudaMalloc(&data, 128 * sizeof(float));
  cudaMemset(data, 0, 128 * sizeof(float));
  through_a_mailbox<<<2, 64>>>(data);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
