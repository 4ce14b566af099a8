// Every block computes the first elements again.
// rejected by: result
// expect: FAILED  n = 1009, factor 1.5: index 256: expected
// expect: never written
#include <cuda_runtime.h>

__global__ void scale(float* out, const float* in, float factor, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = factor * in[i];
}

void launch_scale(float* out, const float* in, float factor, int n) {
  scale<<<(n + 255) / 256, 256>>>(out, in, factor, n);
}
