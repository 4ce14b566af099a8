// Half of the threads have an element of each kind, the others none.
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
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (2 * t >= n) return;
  out[2 * t] = short_way(in[2 * t]);
  out[2 * t + 1] = long_way(in[2 * t + 1]);
}
