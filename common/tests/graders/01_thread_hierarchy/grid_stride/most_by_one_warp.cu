// Right, but one warp has half of the work.
// rejected by: model
// expect: FAILED  square<<<4, 64>>>, n = 1009: 561 elements of out were
// expect: written by warp 0 of block (0,0,0); of 1009 elements a warp's share is
#include <cuda_runtime.h>

__global__ void square(float* out, const float* in, int n) {
  const int threads = gridDim.x * blockDim.x, t = blockIdx.x * blockDim.x + threadIdx.x;
  const int half = n / 2 / 32 * 32;
  for (int i = half + t; i < n; i += threads) out[i] = in[i] * in[i];
  if (t > 31) return;
  for (int i = t; i < half; i += threads < 32 ? threads : 32) out[i] = in[i] * in[i];
}
