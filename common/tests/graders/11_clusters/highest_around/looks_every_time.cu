// Right, but each thread asks the other block for each height again.
// rejected by: model
// expect: FAILED  n = 20011, clusters of 4: requests to other blocks:
// expect: only once
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
  tile[kReach + t] = i < n ? in[i] : kNone;
  cluster.sync();  // all blocks have their own heights
  const float* before = cluster.map_shared_rank(tile, rank > 0 ? rank - 1 : rank);
  const float* behind = cluster.map_shared_rank(tile, rank < last ? rank + 1 : rank);
  if (t < kReach && rank == 0) tile[t] = i >= kReach ? in[i - kReach] : kNone;
  if (t < kReach && rank == last) {
    tile[kReach + kBlock + t] = i + kBlock < n ? in[i + kBlock] : kNone;
  }
  __syncthreads();
  float highest = kNone;
  for (int k = t; k <= t + 2 * kReach; ++k) {
    const float height = k < kReach && rank > 0                ? before[kBlock + k]
                         : k >= kReach + kBlock && rank < last ? behind[k - kBlock]
                                                               : tile[k];
    highest = fmaxf(highest, height);
  }
  if (i < n) out[i] = highest;
  cluster.sync();  // the neighbours have copied from this block's tile
}
