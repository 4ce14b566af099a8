// One warp waits until all blocks of the cluster have begun, and tells the others of its block by the block's barrier in
// two halves: then they may use the other block's memory, too.
// prints: 1 0
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <utility>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) swap_ranks(int* out) {
  __shared__ int mailbox;
  const cg::cluster_group cluster = cg::this_cluster();
  const cg::thread_block block = cg::this_thread_block();
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  cluster.barrier_arrive();
  if (warp == 0) cluster.barrier_wait();
  auto token = block.barrier_arrive();
  block.barrier_wait(std::move(token));
  if (warp == 1) {
    const int rank = cluster.block_rank();
    if (lane == 0) *cluster.map_shared_rank(&mailbox, rank ^ 1) = rank;
    cluster.barrier_wait();
  }
  cluster.sync();
  if (threadIdx.x == 0) out[blockIdx.x] = mailbox;
}

int main() {
  int *out, host[2];
  cudaMalloc(&out, sizeof host);
  swap_ranks<<<2, 64>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[0], host[1]);
  cudaFree(out);
}
