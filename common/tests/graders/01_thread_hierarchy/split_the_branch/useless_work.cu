// The branch is as it was, but hides in work that all threads do.
// rejected by: model
// expect: FAILED  n = 64: stretches of code without a jump, of all warps:
// expect: each warp goes one way
#include <cuda_runtime.h>

__device__ inline float short_way(float x) { return x + 1; }
__device__ inline float long_way(float x) {
#pragma unroll 1
  for (int k = 0; k < 20; ++k) x = x * 0.5f + 0.25f;
  return x;
}

__global__ void go(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float nothing = in[i];
#pragma unroll 1
  for (int k = 0; k < 3000; ++k) nothing *= 0.5f;
  out[i] = (i % 2 == 0 ? short_way(in[i]) : long_way(in[i])) + (nothing > 1e30f ? 1.0f : 0.0f);
}
