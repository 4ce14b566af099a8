// Tiles travel round a cluster of four: two buffers, so one barrier in two halves for each round is enough.
// prints: 6 6 6 6
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4) travel(int* out) {
  __shared__ int buffers[2][64];
  const cg::cluster_group cluster = cg::this_cluster();
  const int t = threadIdx.x, rank = cluster.block_rank();
  buffers[0][t] = rank;
  int sum = 0;
  cluster.sync();
  for (int round = 0; round < 4; ++round) {
    const int value = buffers[round % 2][t];
    int* const next = cluster.map_shared_rank(buffers[(round + 1) % 2], (rank + 1) % 4);
    next[t] = value;
    cluster.barrier_arrive();
    sum += value;
    cluster.barrier_wait();
  }
  if (t == 0) out[rank] = sum;
}

int main() {
  int *out, host[4];
  cudaMalloc(&out, sizeof host);
  travel<<<4, 64>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
  cudaFree(out);
}
