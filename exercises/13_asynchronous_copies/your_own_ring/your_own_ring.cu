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
  // END
}
