// Each lane uses its own place before and after shuffles; others look only behind the barrier of their tile or block.
// prints: 120 376 632 888
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void sums_of_tiles(int* out) {
  __shared__ int own[64];
  __shared__ int sums[4];
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<16>(block);
  const int t = threadIdx.x;
  own[t] = t;
  own[t] += cg::reduce(tile, own[t], cg::plus<int>());
  own[t] -= t;
  if (tile.thread_rank() == 0) sums[tile.meta_group_rank()] = own[t];
  tile.sync();
  const int mine = sums[tile.meta_group_rank()];  // of its own tile
  if (tile.any(mine < 0)) own[t] = 0;
  block.sync();
  if (t < 4) out[t] = sums[t];
  if (own[63 - t] != sums[(63 - t) / 16]) out[0] = mine;
}

int main() {
  int *out, host[4];
  cudaMalloc(&out, sizeof host);
  sums_of_tiles<<<1, 64>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
  cudaFree(out);
}
