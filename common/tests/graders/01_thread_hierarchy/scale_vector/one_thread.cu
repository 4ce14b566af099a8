// Right, by a single thread.
// rejected by: hardware counter
// expect: FAILED  n = 31, factor -0.5: store requests: 31; 4 are enough
#include <cuda_runtime.h>

__global__ void scale(float* out, const float* in, float factor, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    out[i] = factor * in[i];
  }
}

void launch_scale(float* out, const float* in, float factor, int n) {
  scale<<<1, 1>>>(out, in, factor, n);
}
