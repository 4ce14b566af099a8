// __syncthreads() at the end keeps a block until its own threads are done; the others may still read from it.
// expect: simt: a read of the shared memory of block 2 of the cluster, which may have ended
// expect: @read
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(3) offsets(const int* counts, int* out) {
  __shared__ int own;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) own = counts[blockIdx.x];
  cluster.sync();
  if (cluster.block_rank() == 0 && threadIdx.x < 3) {
    out[threadIdx.x] = *cluster.map_shared_rank(&own, 2 - threadIdx.x);  // @read
  }
  __syncthreads();
}

int main() {
  int *counts, *out;
  cudaMalloc(&counts, 3 * sizeof(int));
  cudaMalloc(&out, 3 * sizeof(int));
  cudaMemset(counts, 0, 3 * sizeof(int));
  offsets<<<3, 32>>>(counts, out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
