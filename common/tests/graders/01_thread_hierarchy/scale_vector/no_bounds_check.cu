// Threads past the end write, too.
// rejected by: result
// expect: FAILED  n = 1, factor 1.5:
#include <cuda_runtime.h>

__global__ void scale(float* out, const float* in, float factor, int) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = factor * in[i];
}

void launch_scale(float* out, const float* in, float factor, int n) {
  scale<<<(n + 255) / 256, 256>>>(out, in, factor, n);
}
