// Exercise · fused_cross_entropy: a loss and its gradient, from one read of the logits.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <cmath>

constexpr int kBlock = 256;
constexpr int kMost = 10000;  // logits of a row, at most
constexpr int kIgnored = -1;  // the target of a row that doesn't count

// The maximum and the sum of a block's values, for all its threads. All have to call it.
__device__ float max_of_block(float a) {
  __shared__ float maxima[kBlock / 32];
  for (int offset = 16; offset > 0; offset /= 2) a = fmaxf(a, __shfl_xor_sync(~0u, a, offset));
  __syncthreads();
  if (threadIdx.x % 32 == 0) maxima[threadIdx.x / 32] = a;
  __syncthreads();
  for (int k = 0; k < kBlock / 32; ++k) a = fmaxf(a, maxima[k]);
  return a;
}

__device__ float sum_of_block(float a) {
  __shared__ float sums[kBlock / 32];
  for (int offset = 16; offset > 0; offset /= 2) a += __shfl_xor_sync(~0u, a, offset);
  __syncthreads();
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = a;
  __syncthreads();
  a = 0;
  for (int k = 0; k < kBlock / 32; ++k) a += sums[k];
  return a;
}

// Row r has n logits from logits + r * n on, and targets[r] is the index of the right one, or kIgnored. losses[r]
// becomes -log(softmax of the row at the target), and the logits become the gradient: (softmax - 1 at the target,
// softmax elsewhere) * scale. In a row that is ignored both are 0. Launched with a block per row and n floats of dynamic
// shared memory.
__global__ void cross_entropy(float* losses, float* logits, const int* targets, int n,
                              float scale) {
  extern __shared__ float row[];
  // TODO (about 18 lines): read the row once; its maximum, its sum, its loss and its gradient
  (void)row;
  // END
}

void launch_cross_entropy(float* losses, float* logits, const int* targets, int rows, int n,
                          float scale) {
  cross_entropy<<<rows, kBlock, n * sizeof(float)>>>(losses, logits, targets, n, scale);
}
