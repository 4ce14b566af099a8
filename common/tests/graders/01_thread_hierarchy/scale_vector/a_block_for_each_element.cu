// Right, but 255 of 256 threads have nothing to do.
// rejected by: model
// expect: FAILED  n = 70001, factor 1.5: stretches of code without a jump, of all warps:
#include <cuda_runtime.h>

__global__ void scale(float* out, const float* in, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * in[i];
}

void launch_scale(float* out, const float* in, float factor, int n) {
  scale<<<n, 256>>>(out, in, factor, n);
}
