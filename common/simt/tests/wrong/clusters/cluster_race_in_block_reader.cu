// One thread changes what the other blocks have in their memory while the rest of its block reads there.
// expect: simt: race on shared memory
// expect: @write
// expect: @read
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) largest_once(int* data) {
  __shared__ int best;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) best = data[blockIdx.x];
  cluster.sync();
  int* const next = cluster.map_shared_rank(&best, cluster.block_rank() ^ 1);
  const int found = *next;           // @read
  if (threadIdx.x == 32) *next = 0;  // @write
  cluster.sync();
  data[2 + blockIdx.x * 64 + threadIdx.x] = found + best;
}

int main() {
  int* data;
  cudaMalloc(&data, 130 * sizeof(int));
  cudaMemset(data, 1, 130 * sizeof(int));
  largest_once<<<2, 64>>>(data);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
