// A copy through shared memory by bulk copies alone: what no thread writes needs no proxy fence.
// prints: 0 wrong
#include <cuda_runtime.h>
#include <cuda/ptx>

#include <cstdint>
#include <cstdio>

namespace ptx = cuda::ptx;

constexpr int kTile = 256, kTiles = 8, kStages = 2;

__global__ void copy(const int* from, int* to, int tiles) {
  __shared__ alignas(128) int stage[kStages][kTile];
  __shared__ std::uint64_t full[kStages];
  if (threadIdx.x != 0) return;
  for (auto& barrier : full) ptx::mbarrier_init(&barrier, 1);
  ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  const auto load = [&](int i) {
    std::uint64_t* const barrier = &full[i % kStages];
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, barrier,
                                   sizeof stage[0]);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, stage[i % kStages], from + i * kTile,
                       sizeof stage[0], barrier);
  };
  load(0);
  for (int i = 0; i < tiles; ++i) {
    while (!ptx::mbarrier_try_wait_parity(&full[i % kStages], i / kStages % 2)) {
    }
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, to + i * kTile, stage[i % kStages],
                       sizeof stage[0]);
    ptx::cp_async_bulk_commit_group();
    if (i + 1 == tiles) break;
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>());  // of the stage that comes next
    load(i + 1);
  }
  ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

int main() {
  static int host[kTile * kTiles];
  for (int i = 0; i < kTile * kTiles; ++i) host[i] = i * i % 1009;
  int *from, *to;
  cudaMalloc(&from, sizeof host);
  cudaMalloc(&to, sizeof host);
  cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
  copy<<<1, 32>>>(from, to, kTiles);
  cudaMemcpy(host, to, sizeof host, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < kTile * kTiles; ++i) wrong += host[i] != i * i % 1009;
  std::printf("%d wrong\n", wrong);
  cudaFree(from);
  cudaFree(to);
}
