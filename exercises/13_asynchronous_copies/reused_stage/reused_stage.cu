// Exercise · reused_stage: four warps count jumps in recordings, and a stage is filled while some still read it.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
#include <cuda/barrier>

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int kWarp = 32, kConsumers = 4;  // one warp copies, and this many count
constexpr int kBlock = (1 + kConsumers) * kWarp;
constexpr int kStages = 2, kTile = 256;

// TODO (about 6 lines): open the case, and repair the kernel
constexpr bool kCaseIsOpen = false;  // true: the check runs the kernel

// A jump is a value that differs from the one before it. jumps[kConsumers * r + w] becomes the number of those jumps
// in recording r that are higher than heights[w]; the first value is none. Each recording has `length` values, and
// begins at r * length. Launched with a block of kBlock threads for each.
__global__ void count_jumps(int* jumps, const int* recordings, const int* heights, int length) {
  __shared__ int stages[kStages][kTile];
  __shared__ Barrier full[kStages], empty[kStages];
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<kWarp>(block);
  if (threadIdx.x < kStages) {
    init(&full[threadIdx.x], kWarp);   // the lanes that copy
    init(&empty[threadIdx.x], kWarp);  // one warp tells for all: they began together
  }
  block.sync();
  const int* const values = recordings + blockIdx.x * length;
  const int consumer = threadIdx.x / kWarp - 1, lane = threadIdx.x % kWarp;
  const int height = consumer >= 0 ? heights[consumer] : 0;
  int stage = 0, parity = 0, count = 0, last = 0;  // last: of the tile before
  for (int first = 0; first < length; first += kTile) {
    const int size = min(length - first, kTile);
    int* const tile = stages[stage];
    if (consumer < 0) {
      empty[stage].wait_parity(parity ^ 1);
      cuda::memcpy_async(warp, tile, values + first, size * sizeof(int), full[stage]);
      (void)full[stage].arrive();
    } else {
      full[stage].wait_parity(parity);
      for (int i = first > 0 ? lane : lane + 1; i < size; i += kWarp) {
        const int before = i > 0 ? tile[i - 1] : last;
        if (abs(tile[i] - before) > height) ++count;
      }
      if (consumer == 0) (void)empty[stage].arrive();
      last = tile[size - 1];
    }
    if (++stage == kStages) stage = 0, parity ^= 1;
  }
  if (consumer < 0) return;
  count = cg::reduce(warp, count, cg::plus<int>());
  if (lane == 0) jumps[kConsumers * blockIdx.x + consumer] = count;
}
// END
