// Right, but 31 of 32 lanes have nothing to do.
// rejected by: hardware counter
// expect: FAILED  n = 31, factor -0.5: store requests: 31; 4 are enough
#include <cuda_runtime.h>

__global__ void scale(float* out, const float* in, float factor) {
  out[blockIdx.x] = factor * in[blockIdx.x];
}

void launch_scale(float* out, const float* in, float factor, int n) {
  scale<<<n, 1>>>(out, in, factor);
}
