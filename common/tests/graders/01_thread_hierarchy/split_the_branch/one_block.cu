// Right, by a single block.
// rejected by: model
// expect: FAILED  n = 640: all 640 elements of out were written by block (0,0,0) alone: share them out among more warps and blocks
#include <cuda_runtime.h>

__device__ inline float short_way(float x) { return x + 1; }
__device__ inline float long_way(float x) {
#pragma unroll 1
  for (int k = 0; k < 60; ++k) x = 0.95f * x + 0.05f;
  return x;
}

__global__ void go(float* out, const float* in, int n) {
  if (blockIdx.x > 0) return;
  for (int t = threadIdx.x; t < n; t += blockDim.x) {
    const int i = t / 128 * 128 + t % 32 * 4 + t / 32 % 4;
    out[i] = t / 32 % 4 == 3 ? long_way(in[i]) : short_way(in[i]);
  }
}
