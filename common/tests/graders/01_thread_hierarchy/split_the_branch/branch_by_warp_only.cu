// The warps are together, but the elements are not those of the task.
// rejected by: result
// expect: FAILED  n = 128: index 3: expected
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
  if (i / 32 % 4 == 3) {
    out[i] = long_way(in[i]);
  } else {
    out[i] = short_way(in[i]);
  }
}
