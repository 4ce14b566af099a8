// Warps of one block hand rows to one another, by a barrier of the cluster in two halves for each round.
// prints: 252 252
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) turn(int* out) {
  __shared__ int rows[2][64];
  const cg::cluster_group cluster = cg::this_cluster();
  const int t = threadIdx.x;
  int sum = 0;
  for (int round = 0; round < 4; ++round) {
    rows[round % 2][t] = t;
    cluster.barrier_arrive();
    const int weight = round + 1;
    cluster.barrier_wait();
    sum += rows[round % 2][63 - t] * (weight > 0);
  }
  if (t == 0) out[blockIdx.x] = sum;
  cluster.sync();
}

int main() {
  int *out, host[2];
  cudaMalloc(&out, sizeof host);
  turn<<<2, 64>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[0], host[1]);
  cudaFree(out);
}
