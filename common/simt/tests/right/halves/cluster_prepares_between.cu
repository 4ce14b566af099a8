// Between the halves of the cluster's barrier each block prepares a table that is its own, with a barrier of the
// block; behind the second half it reads what the other one has written before the first.
// prints: 96 64
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) exchange(int* out) {
  __shared__ int tile[32];
  __shared__ int table[32];
  const cg::cluster_group cluster = cg::this_cluster();
  const int t = threadIdx.x, rank = cluster.block_rank();
  tile[t] = 2 + rank;
  cluster.barrier_arrive();
  table[t] = t;
  __syncthreads();
  int sum = table[31 - t] + table[t] - 31;
  cluster.barrier_wait();
  const int* const other = cluster.map_shared_rank(tile, 1 - rank);
  sum += other[31 - t];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
  cluster.barrier_arrive();
  if (t == 0) out[rank] = sum;
  cluster.barrier_wait();  // nobody ends before the other one has read
}

int main() {
  int *out, host[2];
  cudaMalloc(&out, sizeof host);
  exchange<<<2, 32>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[0], host[1]);
  cudaFree(out);
}
