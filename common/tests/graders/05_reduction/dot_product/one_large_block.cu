// Right, by a single block.
// rejected by: model
// expect: no kernel was launched with 64 blocks of 256 threads
#include <cuda_runtime.h>

constexpr int kBlocks = 64, kThreads = 256;

__global__ void dot(float* out, const float* a, const float* b, int n) {
  __shared__ float mine[1024];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = t; i < n; i += 1024) sum += a[i] * b[i];
  mine[t] = sum;
  for (int s = 512; s > 0; s /= 2) {
    __syncthreads();
    if (t < s) mine[t] += mine[t + s];
  }
  if (t == 0) *out = mine[0];
}

void launch_dot(float* out, float*, const float* a, const float* b, int n) {
  dot<<<1, 1024>>>(out, a, b, n);
}
