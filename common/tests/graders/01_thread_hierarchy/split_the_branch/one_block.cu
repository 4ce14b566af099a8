// Right, by a single block.
// rejected by: model
// expect: FAILED  n = 640: all 640 elements of out were written by block (0,0,0) alone: share them out among more warps and blocks
#include <cuda_runtime.h>

__device__ inline float short_way(float x) { return x + 1; }
__device__ inline float long_way(float x) {
#pragma unroll 1
  for (int k = 0; k < 20; ++k) x = x * 0.5f + 0.25f;
  return x;
}

__global__ void go(float* out, const float* in, int n) {
  if (blockIdx.x > 0) return;
  for (int t = threadIdx.x; t < n; t += blockDim.x) {
    const int i = t / 64 * 64 + t % 32 * 2 + t / 32 % 2;
    out[i] = t / 32 % 2 == 0 ? short_way(in[i]) : long_way(in[i]);
  }
}
