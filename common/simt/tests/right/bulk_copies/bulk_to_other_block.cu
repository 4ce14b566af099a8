// Each block of a cluster sends its tile to the next one, whose mbarrier counts the bytes.
// prints: 0 wrong
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cuda/ptx>

#include <cstdint>
#include <cstdio>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

constexpr int kTile = 64, kBlocks = 4;

__global__ void __cluster_dims__(kBlocks, 1, 1) rotate(int* out) {
  __shared__ alignas(16) int mine[kTile], others[kTile];
  __shared__ std::uint64_t full;
  const auto cluster = cg::this_cluster();
  mine[threadIdx.x] = static_cast<int>(blockIdx.x * kTile + threadIdx.x);
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                   sizeof others);
  }
  ptx::fence_proxy_async();
  cluster.sync();
  if (threadIdx.x == 0) {
    const unsigned next = (cluster.block_rank() + 1) % kBlocks;
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared, cluster.map_shared_rank(others, next),
                       mine, sizeof mine, cluster.map_shared_rank(&full, next));
  }
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {
  }
  out[blockIdx.x * kTile + threadIdx.x] = others[threadIdx.x];
  cluster.sync();
}

int main() {
  int* out;
  int host[kTile * kBlocks];
  cudaMalloc(&out, sizeof host);
  rotate<<<kBlocks, kTile>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < kTile * kBlocks; ++i)
    wrong += host[i] != (i + (kBlocks - 1) * kTile) % (kTile * kBlocks);
  std::printf("%d wrong\n", wrong);
  cudaFree(out);
}
