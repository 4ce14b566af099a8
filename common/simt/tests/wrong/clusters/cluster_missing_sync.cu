// Reads the next block's tile before that block has filled it.
// expect: simt: race on shared memory: two threads use byte 0 of tile and nothing orders them
// expect: read
// expect: @read by thread (0,0,0) of block (0,0,0)
// expect: write
// expect: @write by thread (0,0,0) of block (1,0,0)
// expect: put a cluster.sync() between the two
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) rotate(int* data) {
  __shared__ int tile[32];
  const cg::cluster_group cluster = cg::this_cluster();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = data[i];  // @write
  const int* next = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  data[i] = next[threadIdx.x];  // @read
  cluster.sync();
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  rotate<<<2, 32>>>(data);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
