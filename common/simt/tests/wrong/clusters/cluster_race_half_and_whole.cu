// One warp writes between the halves of the cluster's barrier, another one passes it at once, and reads.
// expect: simt: race on shared memory
// expect: @write
// expect: @read
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) three_ways(int* out) {
  __shared__ int row[32];
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp == 0) {
    cluster.barrier_arrive();
    row[lane] = lane;  // @write
    cluster.barrier_wait();
  } else if (warp == 1) {
    cluster.sync();
    out[blockIdx.x * 32 + lane] = row[lane];  // @read
  } else {
    cluster.barrier_arrive();
    cluster.barrier_wait();
  }
  cluster.sync();
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  three_ways<<<2, 96>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
