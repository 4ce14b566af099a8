// Both warps of a block add to the other block's counts, without an atomic operation: no barrier of the cluster helps.
// expect: simt: race on shared memory: two threads use byte
// expect: of counts and nothing orders them
// expect: @add
// expect: use an atomic operation
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) count_for_the_other(const int* values, int* out) {
  __shared__ int counts[16];
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x < 16) counts[threadIdx.x] = 0;
  cluster.sync();
  int* const others = cluster.map_shared_rank(counts, cluster.block_rank() ^ 1);
  const int value = values[blockIdx.x * blockDim.x + threadIdx.x];
  others[value % 16] += 1;  // @add
  cluster.sync();
  if (threadIdx.x < 16) out[blockIdx.x * 16 + threadIdx.x] = counts[threadIdx.x];
}

int main() {
  int values[128];
  for (int i = 0; i < 128; ++i) values[i] = i * 5;
  int *in, *out;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  count_for_the_other<<<2, 64>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
