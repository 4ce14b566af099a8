// Right, by a single warp.
// rejected by: model
// expect: FAILED  n = 1009, factor 1.5: all 1009 elements of out were written by warp 0 of block (0,0,0) alone: share them out
#include <cuda_runtime.h>

__global__ void scale(float* out, const float* in, float factor, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    out[i] = factor * in[i];
  }
}

void launch_scale(float* out, const float* in, float factor, int n) {
  scale<<<1, 32>>>(out, in, factor, n);
}
