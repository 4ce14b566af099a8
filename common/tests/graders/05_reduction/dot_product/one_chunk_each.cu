// Each thread has consecutive numbers, as on a CPU: the lanes of a warp read far apart.
// rejected by: hardware counter
// expect: FAILED  n = 20011: sectors loaded:
// expect: 32 lanes that read neighbours
#include <cuda_runtime.h>

constexpr int kBlocks = 64;
constexpr int kThreads = 256;

__global__ void dot(float* out, const float* a, const float* b, int n) {
  __shared__ float mine[kThreads];
  const int t = threadIdx.x;
  float sum = 0;
  const int share = (n + kBlocks * kThreads - 1) / (kBlocks * kThreads);
  const int first = (blockIdx.x * kThreads + t) * share;
  for (int i = first; i < first + share && i < n; ++i) sum += a[i] * b[i];
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
