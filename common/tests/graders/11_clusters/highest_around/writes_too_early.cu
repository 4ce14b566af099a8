// The edges are written into the neighbours' tiles, which need not have begun: the first barrier is missing.
// rejected by: model
// expect: simt: a write to the shared memory of block 1 of the cluster, which may not have begun
// expect: FAILED  n = 20011, clusters of 4: the kernel did not run to its end
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cfloat>

namespace cg = cooperative_groups;

constexpr int kBlock = 256;
constexpr int kReach = 32;         // to each side
constexpr float kNone = -FLT_MAX;  // beyond both ends there are no heights

// 1024 heights, one cluster of 4 blocks: how many sectors does the kernel load from global memory, as it
// is now?
constexpr int kSectorsAsFound = 152;

// out[i] is the highest of in[i - kReach] … in[i + kReach]. Launched in clusters of 1, 2, 4 or 8 blocks
// of kBlock threads, at least a thread per height. `in` begins at a multiple of 32 bytes.
__global__ void highest_around(float* out, const float* in, int n) {
  __shared__ float tile[kReach + kBlock + kReach];
  const cg::cluster_group cluster = cg::this_cluster();
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  const int rank = cluster.block_rank(), last = cluster.num_blocks() - 1;
  const float mine = i < n ? in[i] : kNone;
  tile[kReach + t] = mine;
  if (t >= kBlock - kReach && rank < last)
    cluster.map_shared_rank(tile, rank + 1)[t - (kBlock - kReach)] = mine;
  if (t < kReach && rank > 0) cluster.map_shared_rank(tile, rank - 1)[kReach + kBlock + t] = mine;
  if (t < kReach) {
    const int from = i - kReach;
    if (rank == 0) tile[t] = from >= 0 ? in[from] : kNone;
  } else if (t < 2 * kReach) {
    const int from = i + kBlock - kReach;
    if (rank == last) tile[kBlock + t] = from < n ? in[from] : kNone;
  }
  cluster.sync();
  float highest = kNone;
  for (int k = t; k <= t + 2 * kReach; ++k) highest = fmaxf(highest, tile[k]);
  if (i < n) out[i] = highest;
  cluster.sync();  // the neighbours have copied from this block's tile
}
