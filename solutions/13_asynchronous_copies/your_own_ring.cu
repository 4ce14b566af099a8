// Exercise · your_own_ring: one warp copies tiles, four warps use each of them.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
#include <cuda/barrier>

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int kWarp = 32, kConsumers = 4;  // one warp copies, and this many compute
constexpr int kBlock = (1 + kConsumers) * kWarp;
constexpr int kStages = 4, kTile = 1024;

// Tile t is in[t * kTile], …, kTile values; the last tile may have fewer. sums[kConsumers * t + w] becomes the sum of
// tile[i] * tile[i + w], for all i for which both are in tile t. Launched with any number of blocks of kBlock threads.
__global__ void correlate(int* sums, const int* in, int n) {
  // TODO (about 30 lines): stages and barriers; the first warp copies, each of the others computes with its own w
  __shared__ int stages[kStages][kTile];
  __shared__ Barrier full[kStages], empty[kStages];
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<kWarp>(block);
  if (threadIdx.x < kStages) {
    init(&full[threadIdx.x], kWarp);
    init(&empty[threadIdx.x], kConsumers * kWarp);
  }
  block.sync();  // the barriers are there
  const int w = static_cast<int>(threadIdx.x / kWarp) - 1;
  int stage = 0, parity = 0;
  for (int t = blockIdx.x; t < (n + kTile - 1) / kTile; t += gridDim.x) {
    const int size = min(n - t * kTile, kTile);
    int* const tile = stages[stage];
    if (w < 0) {
      empty[stage].wait_parity(parity ^ 1);  // the round before; in the first one, at once
      cuda::memcpy_async(warp, tile, in + t * kTile, size * sizeof(int), full[stage]);
      (void)full[stage].arrive();
    } else {
      full[stage].wait_parity(parity);
      int sum = 0;
      for (int i = warp.thread_rank(); i + w < size; i += kWarp) sum += tile[i] * tile[i + w];
      (void)empty[stage].arrive();
      sum = cg::reduce(warp, sum, cg::plus<int>());
      if (warp.thread_rank() == 0) sums[kConsumers * t + w] = sum;
    }
    if (++stage == kStages) stage = 0, parity ^= 1;
  }
  // END
}
