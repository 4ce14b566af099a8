// Waits twice, and has arrived once.
// expect: simt: a thread waits at a barrier where it has not arrived
// expect: @wait
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) fill(int* data) {
  const cg::cluster_group cluster = cg::this_cluster();
  cluster.barrier_arrive();
  cluster.barrier_wait();
  cluster.barrier_wait();  // @wait
  data[blockIdx.x * 32 + threadIdx.x] = threadIdx.x;
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  fill<<<2, 32>>>(data);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
