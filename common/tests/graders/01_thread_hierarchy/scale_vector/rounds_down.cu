// n / 256 blocks: the rest is nobody's.
// rejected by: result
// expect: FAILED  n = 1, factor 1.5: index 0: expected
// expect: never written
#include <cuda_runtime.h>

__global__ void scale(float* out, const float* in, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * in[i];
}

void launch_scale(float* out, const float* in, float factor, int n) {
  if (n >= 256) scale<<<n / 256, 256>>>(out, in, factor, n);
}
