// The blocks add to the counts of the last one, which stores them as soon as its own threads are done, and ends.
// expect: simt: an atomic on the shared memory of block 3 of the cluster, which may have ended
// expect: @add
// expect: put a cluster.sync()
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4) count(const unsigned* values, unsigned* out) {
  __shared__ unsigned counts[8];
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x < 8) counts[threadIdx.x] = 0;
  cluster.sync();
  unsigned* const last = cluster.map_shared_rank(counts, 3);
  atomicAdd(&last[values[blockIdx.x * 64 + threadIdx.x] % 8], 1);  // @add
  if (cluster.block_rank() != 3) return;
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = atomicAdd(&counts[threadIdx.x], 0);
}

int main() {
  unsigned *values, *out;
  cudaMalloc(&values, 256 * sizeof(unsigned));
  cudaMalloc(&out, 8 * sizeof(unsigned));
  cudaMemset(values, 7, 256 * sizeof(unsigned));
  count<<<4, 64>>>(values, out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
