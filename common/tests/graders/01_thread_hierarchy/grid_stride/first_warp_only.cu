// Right, by a single warp.
// rejected by: model
// expect: FAILED  square<<<4, 64>>>, n = 1009: all 1009 elements of out were written by warp 0 of block (0,0,0) alone: share them out
#include <cuda_runtime.h>

__global__ void square(float* out, const float* in, int n) {
  if (blockIdx.x > 0 || threadIdx.x > 31) return;
  const int lanes = blockDim.x < 32 ? blockDim.x : 32;
  for (int i = threadIdx.x; i < n; i += lanes) out[i] = in[i] * in[i];
}
