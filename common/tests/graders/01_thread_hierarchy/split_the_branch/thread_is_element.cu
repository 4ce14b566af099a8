// The obvious kernel.
// rejected by: model
// expect: FAILED  n = 64: lanes that have nothing to do, in percent:
// expect: both branches
#include <cuda_runtime.h>

__device__ inline float long_way(float x) {
#pragma unroll 1
  for (int k = 0; k < 20; ++k) x = x * 0.5f + 0.25f;
  return x;
}

__global__ void go(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (i % 2 == 0) {
    out[i] = in[i] + 1;
  } else {
    out[i] = long_way(in[i]);
  }
}
