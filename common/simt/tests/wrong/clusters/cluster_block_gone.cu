// A block ends, and its shared memory with it, while the other one still reads.
// expect: simt: a read of the shared memory of block 1 of the cluster, which may have ended
// expect: @read
// expect: by      thread (0,0,0) of block (0,0,0)
// expect: put a cluster.sync() before the end of the kernel
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) rotate(int* data) {
  __shared__ int tile[32];
  const cg::cluster_group cluster = cg::this_cluster();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = data[i];
  cluster.sync();
  const int* next = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  data[i] = next[threadIdx.x];  // @read
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  rotate<<<2, 32>>>(data);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
