// Right, and 255 threads wait while one of them adds up their sums.
// rejected by: hardware counter
// expect: loads from shared memory:
// expect: single lanes do what the 8 warps of a block could do
#include <cuda_runtime.h>

constexpr int kBlocks = 64, kThreads = 256;

__global__ void dot(float* out, const float* a, const float* b, int n) {
  __shared__ float mine[kThreads];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = blockIdx.x * kThreads + t; i < n; i += kBlocks * kThreads) sum += a[i] * b[i];
  mine[t] = sum;
  __syncthreads();
  if (t > 0) return;
#pragma unroll 1
  for (int k = 1; k < kThreads; ++k) sum += mine[k];
  atomicAdd(out, sum);
}

void launch_dot(float* out, float*, const float* a, const float* b, int n) {
  cudaMemsetAsync(out, 0, sizeof *out);
  dot<<<kBlocks, kThreads>>>(out, a, b, n);
}
