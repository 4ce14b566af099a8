// Enough blocks for 20011 elements, and no more.
// rejected by: result
// expect: FAILED  n = 70001, factor 1.5: index 20480: expected
#include <cuda_runtime.h>

__global__ void scale(float* out, const float* in, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * in[i];
}

void launch_scale(float* out, const float* in, float factor, int n) {
  scale<<<80, 256>>>(out, in, factor, n);
}
