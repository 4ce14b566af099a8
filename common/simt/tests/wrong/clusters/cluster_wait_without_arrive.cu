// Waits at the barrier of the cluster and has not arrived there.
// expect: simt: a thread waits at a barrier where it has not arrived
// expect: @wait
// expect: every barrier_wait() needs a barrier_arrive() of the same thread before it
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) fill(int* data) {
  const cg::cluster_group cluster = cg::this_cluster();
  cluster.barrier_wait();  // @wait
  data[blockIdx.x * 32 + threadIdx.x] = threadIdx.x;
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  fill<<<2, 32>>>(data);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
