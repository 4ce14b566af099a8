// The factor of the first call, always.
// rejected by: result
// expect: FAILED  n = 31, factor -0.5: index 0: expected
#include <cuda_runtime.h>

__global__ void scale(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 1.5f * in[i];
}

void launch_scale(float* out, const float* in, float, int n) {
  scale<<<(n + 255) / 256, 256>>>(out, in, n);
}
