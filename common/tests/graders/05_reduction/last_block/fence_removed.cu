// Without any fence: it was in the wrong place, not too much.
// rejected by: model
// expect: race on global memory
// expect: of the 316 bytes
// expect: __threadfence() must come between the data and the atomic that announces it
// expect: FAILED  n = 20011, first launch: the kernel did not run to its end
#include <cuda_runtime.h>

constexpr int kBlock = 256;

constexpr bool kCaseIsOpen = true;
constexpr int kBytes = 316;
constexpr int kTickets = 158;

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
    is_last = atomicInc(tickets, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (!is_last) return;

  float rest = 0;
  for (unsigned b = t; b < gridDim.x; b += kBlock) rest += sums[b];
  const float total = sum_of_block(mine, rest);
  if (t == 0) *out = total;
}
