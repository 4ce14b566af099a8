// Right, by a single block.
// rejected by: model
// expect: FAILED  n = 20011, factor -2.5: all 20011 elements of out were written by block (0,0,0) alone: share them out
#include <cuda_runtime.h>

__global__ void scale(float* out, const float* in, float factor, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    out[i] = factor * in[i];
  }
}

void launch_scale(float* out, const float* in, float factor, int n) {
  scale<<<1, 1024>>>(out, in, factor, n);
}
