// 64 blocks, of which one does the work.
// rejected by: model
// expect: basic blocks of the busiest warp:
// expect: should have their share of the products
#include <cuda_runtime.h>

constexpr int kBlocks = 64, kThreads = 256;

__global__ void dot(float* out, const float* a, const float* b, int n) {
  __shared__ float mine[kThreads];
  const int t = threadIdx.x;
  if (blockIdx.x > 0) return;
  float sum = 0;
  for (int i = t; i < n; i += kThreads) sum += a[i] * b[i];
  mine[t] = sum;
  for (int s = kThreads / 2; s > 0; s /= 2) {
    __syncthreads();
    if (t < s) mine[t] += mine[t + s];
  }
  if (t == 0) *out = mine[0];
}

void launch_dot(float* out, float*, const float* a, const float* b, int n) {
  dot<<<kBlocks, kThreads>>>(out, a, b, n);
}
