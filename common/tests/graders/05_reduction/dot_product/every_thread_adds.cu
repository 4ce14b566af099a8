// Right, and 16384 threads queue up for one address.
// rejected by: hardware counter
// expect: FAILED  n = 1: additions to global memory:
// expect: 64 are enough: one block should add once
#include <cuda_runtime.h>

constexpr int kBlocks = 64;
constexpr int kThreads = 256;

__global__ void dot(float* out, const float* a, const float* b, int n) {
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = blockIdx.x * kThreads + t; i < n; i += kBlocks * kThreads) sum += a[i] * b[i];
  atomicAdd(out, sum);
}

void launch_dot(float* out, float*, const float* a, const float* b, int n) {
  cudaMemsetAsync(out, 0, sizeof *out);
  dot<<<kBlocks, kThreads>>>(out, a, b, n);
}
