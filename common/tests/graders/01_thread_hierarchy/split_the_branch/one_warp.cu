// Right, by a single warp.
// rejected by: model
// expect: FAILED  n = 128: all 128 elements of out were written by warp 0 of block (0,0,0) alone: share them out among more warps
#include <cuda_runtime.h>

__device__ inline float short_way(float x) { return x + 1; }
__device__ inline float long_way(float x) {
#pragma unroll 1
  for (int k = 0; k < 60; ++k) x = 0.95f * x + 0.05f;
  return x;
}

__global__ void go(float* out, const float* in, int n) {
  if (blockIdx.x > 0 || threadIdx.x > 31) return;
  for (int k = 0; k < 3; ++k) {
    for (int i = 4 * threadIdx.x + k; i < n; i += 128) out[i] = short_way(in[i]);
  }
  for (int i = 4 * threadIdx.x + 3; i < n; i += 128) out[i] = long_way(in[i]);
}
