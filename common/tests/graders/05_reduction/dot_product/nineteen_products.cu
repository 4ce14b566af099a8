// 19 products for each thread, as the task's example has.
// rejected by: result
// expect: FAILED  n = 400009: out, index 0: expected
#include <cuda_runtime.h>

constexpr int kBlocks = 64;
constexpr int kThreads = 256;

// Each thread adds up its products, each block the sums of its threads.
__global__ void dot(float* out, const float* a, const float* b, int n) {
  __shared__ float mine[kThreads];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0, i = blockIdx.x * kThreads + t; k < 19; ++k, i += kBlocks * kThreads) {
    if (i < n) sum += a[i] * b[i];
  }
  mine[t] = sum;
  for (int stride = kThreads / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] += mine[t + stride];
  }
  if (t == 0) atomicAdd(out, mine[0]);
}

// *out may hold anything before. You may use `sums`, memory for kBlocks floats, or leave it alone.
void launch_dot(float* out, float* sums, const float* a, const float* b, int n) {
  cudaMemsetAsync(out, 0, sizeof *out);
  dot<<<kBlocks, kThreads>>>(out, a, b, n);
}
