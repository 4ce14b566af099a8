// Right, by a single warp.
// rejected by: model
// expect: FAILED  n = 64: all 64 elements of out were written by warp 0 of block (0,0,0) alone: share them out among more warps
#include <cuda_runtime.h>

__device__ inline float short_way(float x) { return x + 1; }
__device__ inline float long_way(float x) {
#pragma unroll 1
  for (int k = 0; k < 20; ++k) x = x * 0.5f + 0.25f;
  return x;
}

__global__ void go(float* out, const float* in, int n) {
  if (blockIdx.x > 0 || threadIdx.x > 31) return;
  for (int i = 2 * threadIdx.x; i < n; i += 64) out[i] = short_way(in[i]);
  for (int i = 2 * threadIdx.x + 1; i < n; i += 64) out[i] = long_way(in[i]);
}
