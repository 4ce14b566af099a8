// 64 blocks of 256 threads are 16384 products, and then nobody goes on.
// rejected by: result
// expect: FAILED  n = 20011: out, index 0: expected
#include <cuda_runtime.h>

constexpr int kBlocks = 64;
constexpr int kThreads = 256;

__global__ void dot(float* out, const float* a, const float* b, int n) {
  __shared__ float mine[kThreads];
  const int t = threadIdx.x;
  float sum = 0;
  const int i = blockIdx.x * kThreads + t;
  if (i < n) sum = a[i] * b[i];
  mine[t] = sum;
  for (int stride = kThreads / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] += mine[t + stride];
  }
  if (t == 0) atomicAdd(out, mine[0]);
}

void launch_dot(float* out, float*, const float* a, const float* b, int n) {
  cudaMemsetAsync(out, 0, sizeof *out);
  dot<<<kBlocks, kThreads>>>(out, a, b, n);
}
