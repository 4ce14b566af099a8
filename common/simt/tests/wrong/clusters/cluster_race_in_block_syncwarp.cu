// Rank 0 has the sums of all blocks, in which each block adds up its own column by halves. __syncwarp() is too little while
// the threads that add are of two warps.
// expect: simt: race on shared memory
// expect: of sums
// expect: @add
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4) sum_columns(const int* in, int* out) {
  __shared__ int sums[4][128];
  const cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  int* const mine = cluster.map_shared_rank(&sums[0][0], 0) + cluster.block_rank() * 128;
  const unsigned t = threadIdx.x;
  mine[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  for (unsigned half = 64; half > 0; half /= 2) {
    if (t < half) mine[t] += mine[t + half];  // @add
    __syncwarp();
  }
  cluster.sync();
  if (cluster.block_rank() == 0 && t < 4) out[t] = sums[t][0];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 512 * sizeof(int));
  cudaMalloc(&out, 4 * sizeof(int));
  cudaMemset(in, 1, 512 * sizeof(int));
  sum_columns<<<4, 128>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
