// Threads past the end begin again at the first element, so two threads write it.
// rejected by: model
// expect: threads past the end write nothing
#include <cuda_runtime.h>

__global__ void scale(float* out, const float* in, float factor, int n) {
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) % n;
  out[i] = factor * in[i];
}

void launch_scale(float* out, const float* in, float factor, int n) {
  scale<<<(n + 255) / 256, 256>>>(out, in, factor, n);
}
