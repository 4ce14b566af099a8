// The blocks of a cluster wait for a word of the first one's that no block writes again.
// environment: SIMT_TIMEOUT=1
// expect: simt: a block has not finished after 1 seconds, and never will
// expect: @barrier
#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void __cluster_dims__(2, 1, 1) wait_for_first(int* out) {
  const auto cluster = cooperative_groups::this_cluster();
  __shared__ int done;
  if (threadIdx.x == 0) done = 0;
  cluster.sync();
  const int* const first = cluster.map_shared_rank(&done, 0);
  while (*first == 0) {
    cluster.sync();  // @barrier
  }
  out[blockIdx.x] = *first;
}

int main() {
  int* out;
  cudaMalloc(&out, 256);
  wait_for_first<<<4, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 5;
}
