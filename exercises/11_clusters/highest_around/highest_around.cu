// Exercise · highest_around: the highest of all heights within reach, which the neighbours have also read.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cfloat>

namespace cg = cooperative_groups;

constexpr int kBlock = 256;
constexpr int kReach = 32;         // to each side
constexpr float kNone = -FLT_MAX;  // beyond both ends there are no heights

// TODO (about 1 line): answer the question, then change the kernel
// 1024 heights, one cluster of 4 blocks: how many sectors does the kernel load from global memory, as it
// is now?
constexpr int kSectorsAsFound = -1;
// END

// out[i] is the highest of in[i - kReach] … in[i + kReach]. Launched in clusters of 1, 2, 4 or 8 blocks
// of kBlock threads, at least a thread per height. `in` begins at a multiple of 32 bytes.
__global__ void highest_around(float* out, const float* in, int n) {
  // TODO (about 15 lines): what another block of the cluster has already read comes from its memory
  __shared__ float tile[kReach + kBlock + kReach];
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  for (int k = t; k < kReach + kBlock + kReach; k += kBlock) {
    const int from = blockIdx.x * kBlock - kReach + k;
    tile[k] = from >= 0 && from < n ? in[from] : kNone;
  }
  __syncthreads();
  // END
  float highest = kNone;
  for (int k = t; k <= t + 2 * kReach; ++k) highest = fmaxf(highest, tile[k]);
  if (i < n) out[i] = highest;
  // TODO (about 1 line): may the block end?
  // END
}
