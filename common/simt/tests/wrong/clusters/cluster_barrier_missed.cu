// Only a part of each block comes to the cluster's barrier; the others wait in __syncthreads().
// expect: simt: deadlock: no thread of the block can go on
// expect: 32 threads wait for the cluster, where 32 of the block's 96 threads have come, at
// expect: @cluster
// expect: 64 threads wait in __syncthreads() at
// expect: @block
#include <cooperative_groups.h>

#include <cuda_runtime.h>

__global__ __cluster_dims__(2) void meet(int* out) {
  if (threadIdx.x < 32) {
    cooperative_groups::this_cluster().sync();  // @cluster
  } else {
    __syncthreads();  // @block
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main() {
  int* out;
  cudaMalloc(&out, 192 * sizeof *out);
  meet<<<2, 96>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 5;
}
