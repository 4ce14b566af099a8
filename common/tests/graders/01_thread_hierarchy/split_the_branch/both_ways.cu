// All threads go both ways, and choose afterwards.
// rejected by: model
// expect: FAILED  n = 128: basic blocks that all warps issue:
// expect: each warp goes one way
#include <cuda_runtime.h>

__device__ inline float short_way(float x) { return x + 1; }
__device__ inline float long_way(float x) {
#pragma unroll 1
  for (int k = 0; k < 60; ++k) x = 0.95f * x + 0.05f;
  return x;
}

__global__ void go(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float by_short_way = short_way(in[i]), by_long_way = long_way(in[i]);
  out[i] = i % 4 == 3 ? by_long_way : by_short_way;
}
