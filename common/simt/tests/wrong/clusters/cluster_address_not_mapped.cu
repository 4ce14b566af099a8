// Gives the other block the address of its own array, which over there means that block's array.
// expect: simt: read of 4 bytes at byte 0 of tile of block 1 of the cluster, whose address is not mapped
// expect: @read
// expect: by      thread (0,0,0) of block (0,0,0)
// expect: behind what map_shared_rank() returns
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) rotate(int* data) {
  __shared__ int tile[32];
  __shared__ int* next;
  const cg::cluster_group cluster = cg::this_cluster();
  tile[threadIdx.x] = threadIdx.x;
  cluster.sync();
  if (threadIdx.x == 0) *cluster.map_shared_rank(&next, cluster.block_rank() ^ 1) = tile;
  cluster.sync();
  data[blockIdx.x * 32 + threadIdx.x] = next[threadIdx.x];  // @read
  cluster.sync();
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  rotate<<<2, 32>>>(data);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
