// A quarter of the threads have an element of each kind, the others none.
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
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (4 * t >= n) return;
  for (int k = 0; k < 3; ++k) out[4 * t + k] = short_way(in[4 * t + k]);
  out[4 * t + 3] = long_way(in[4 * t + 3]);
}
