// Prints without end.
// state: takes too long
// because: It was stopped after
#include <cstdio>

#include <cuda_runtime.h>

__global__ void scale(float* out, const float* in, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor + in[i];
}

void launch_scale(float* out, const float* in, float factor, int n) {
  for (;;) std::puts("PASS and much more of it, until the disk or the memory is full");
  scale<<<(n + 255) / 256, 256>>>(out, in, factor, n);
}
