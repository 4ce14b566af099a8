// Exercise · last_block: a sum of squares in one launch. It came out right. Once.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kBlock = 256;

// TODO (about 5 lines): open the case, read the report, answer, and repair the kernel
constexpr bool kCaseIsOpen = false;  // true: the check runs the kernel
// 20011 floats: how many bytes does the memory have in which two blocks meet without any order?
constexpr int kBytes = -1;
// *tickets begins with 0. What is it after two such launches of the kernel as it is here?
constexpr int kTickets = -1;

// The sum of the block's values, in thread 0. Begins with a barrier.
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

// Launched with one thread per float, in blocks of kBlock. `sums` has a place for each block.
// *tickets is set to 0 once, when its memory is allocated; launches follow each other.
__global__ void sum_of_squares(float* out, float* sums, unsigned* tickets, const float* in, int n) {
  __shared__ float mine[kBlock];
  __shared__ bool is_last;
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  const float sum = sum_of_block(mine, i < n ? in[i] * in[i] : 0);
  if (t == 0) {
    __threadfence();
    sums[blockIdx.x] = sum;
    is_last = atomicAdd(tickets, 1u) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (!is_last) return;

  float rest = 0;
  for (unsigned b = t; b < gridDim.x; b += kBlock) rest += sums[b];
  const float total = sum_of_block(mine, rest);
  if (t == 0) *out = total;
}
// END
