// __syncthreads() is for the own block: the other one may still read the last round's numbers.
// expect: simt: race on shared memory
// expect: put a cluster.sync() between the two
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) rounds(int* data, int count) {
  __shared__ int tile[32];
  const cg::cluster_group cluster = cg::this_cluster();
  int sum = 0;
  for (int round = 0; round < count; ++round) {
    tile[threadIdx.x] = round;
    cluster.sync();
    sum += cluster.map_shared_rank(tile, cluster.block_rank() ^ 1)[31 - threadIdx.x];
    __syncthreads();
  }
  cluster.sync();
  data[blockIdx.x * 32 + threadIdx.x] = sum;
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  rounds<<<2, 32>>>(data, 3);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
