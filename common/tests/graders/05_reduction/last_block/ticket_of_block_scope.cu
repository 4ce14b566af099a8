// Tickets of block scope: between blocks these operations are not atomic.
// rejected by: model
// expect: simt: race on global memory
// expect: the kernel did not run to its end
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
  const float sum = sum_of_block(mine, i < n ? in[i] * in[i] : 0);
  if (t == 0) {
    sums[blockIdx.x] = sum;
    __threadfence();
    is_last = atomicInc_block(tickets, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (!is_last) return;
  float rest = 0;
  for (unsigned b = t; b < gridDim.x; b += kBlock) rest += sums[b];
  const float total = sum_of_block(mine, rest);
  if (t == 0) *out = total;
}
