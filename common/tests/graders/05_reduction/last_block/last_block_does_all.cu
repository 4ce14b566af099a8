// Nothing to race for: the last block adds up everything.
// rejected by: result
// expect: sums, index 0: expected
// expect: but it was never written
#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr bool kCaseIsOpen = true;
constexpr int kBytes = 316, kTickets = 158;

__device__ float sum_of_block(float* mine, float sum) {
  const int t = threadIdx.x;
  __syncthreads();
  mine[t] = sum;
  for (int stride = kBlock / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] += mine[t + stride];
  }
  return t == 0 ? mine[0] : 0;
}

__global__ void sum_of_squares(float* out, float* sums, unsigned* tickets, const float* in, int n) {
  __shared__ float mine[kBlock];
  __shared__ bool is_last;
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  if (t == 0) {
    is_last = atomicInc(tickets, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  float sum = 0;
  for (int k = t; k < n; k += kBlock) sum += in[k] * in[k];
  const float total = sum_of_block(mine, sum);
  if (t == 0) *out = total;
}
