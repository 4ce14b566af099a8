// As found: each block loads both of its halos.
// rejected by: model
// expect: FAILED  n = 20011, clusters of 4: sectors loaded from global memory:
// expect: and those within reach of its two ends
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
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  for (int k = t; k < kReach + kBlock + kReach; k += kBlock) {
    const int from = blockIdx.x * kBlock - kReach + k;
    tile[k] = from >= 0 && from < n ? in[from] : kNone;
  }
  __syncthreads();
  float highest = kNone;
  for (int k = t; k <= t + 2 * kReach; ++k) highest = fmaxf(highest, tile[k]);
  if (i < n) out[i] = highest;
}
