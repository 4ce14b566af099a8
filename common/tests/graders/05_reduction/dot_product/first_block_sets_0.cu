// Block 0 sets the total to 0 before all add, perhaps when others have added theirs already.
// rejected by: model
// expect: additions to global memory: 65; 64 are enough: one block should add once, and none set *out to 0
#include <cuda_runtime.h>

constexpr int kBlocks = 64, kThreads = 256;

__global__ void dot(float* out, const float* a, const float* b, int n) {
  __shared__ float mine[kThreads];
  const int t = threadIdx.x;
  if (blockIdx.x == 0 && t == 0) atomicExch(out, 0.0f);
  float sum = 0;
  for (int i = blockIdx.x * kThreads + t; i < n; i += kBlocks * kThreads) sum += a[i] * b[i];
  mine[t] = sum;
  for (int stride = kThreads / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] += mine[t + stride];
  }
  if (t == 0) atomicAdd(out, mine[0]);
}

void launch_dot(float* out, float*, const float* a, const float* b, int n) {
  dot<<<kBlocks, kThreads>>>(out, a, b, n);
}
