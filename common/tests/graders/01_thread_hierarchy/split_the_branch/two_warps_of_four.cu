// No warp splits, but two of four go the long way, and one of them throws its results away.
// rejected by: model
// expect: FAILED  n = 128: basic blocks that all warps issue:
// expect: only one of four goes the long one
#include <cuda_runtime.h>

__device__ inline float short_way(float x) { return x + 1; }
__device__ inline float long_way(float x) {
#pragma unroll 1
  for (int k = 0; k < 60; ++k) x = 0.95f * x + 0.05f;
  return x;
}

__global__ void go(float* out, const float* in, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  const int kind = t / 32 % 4, i = t / 128 * 128 + t % 32 * 4 + kind;
  const float by_short_way = short_way(in[i]);
  if (kind >= 2) {
    const float by_long_way = long_way(in[i]);
    out[i] = kind == 3 ? by_long_way : by_short_way;
  } else {
    out[i] = by_short_way;
  }
}
