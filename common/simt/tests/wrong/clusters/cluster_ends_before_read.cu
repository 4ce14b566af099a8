// Each block reads from the next one, which does not wait for that. It is the same mistake if the reader happens to be first.
// expect: simt: a read of the shared memory of block 1 of the cluster, which may have ended
// expect: @read
// expect: by      thread (0,0,0) of block (0,0,0)
// expect: put a cluster.sync() before the end of the kernel
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) edges(const float* in, float* out) {
  __shared__ float edge;
  const cg::cluster_group cluster = cg::this_cluster();
  const int i = blockIdx.x * 32 + threadIdx.x;
  if (threadIdx.x == 0) edge = in[i];
  cluster.sync();
  if (cluster.block_rank() == 0) {
    out[i] = in[i] + *cluster.map_shared_rank(&edge, 1);  // @read
  }
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 64 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  cudaMemset(in, 0, 64 * sizeof(float));
  edges<<<2, 32>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
