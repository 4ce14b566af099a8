// The lanes of a warp need an order, too: __syncwarp().
// rejected by: compute-sanitizer racecheck
// expect: simt: race on shared memory
// expect: of mine
// expect: the kernel did not run to its end
#include <cuda_runtime.h>

constexpr int kBlocks = 64, kThreads = 256;

__global__ void dot(float* out, const float* a, const float* b, int n) {
  __shared__ float mine[kThreads];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = blockIdx.x * kThreads + t; i < n; i += kBlocks * kThreads) sum += a[i] * b[i];
  mine[t] = sum;
  for (int s = kThreads / 2; s > 0; s /= 2) {
    if (s > 16) __syncthreads();
    if (t < s) mine[t] += mine[t + s];
  }
  if (t == 0) atomicAdd(out, mine[0]);
}

void launch_dot(float* out, float*, const float* a, const float* b, int n) {
  cudaMemsetAsync(out, 0, 4);
  dot<<<kBlocks, kThreads>>>(out, a, b, n);
}
