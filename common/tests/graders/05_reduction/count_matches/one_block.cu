// Right, and one block counts for all.
// rejected by: model
// expect: basic blocks of the busiest warp:
// expect: share the work out
#include <cuda_runtime.h>

__global__ void count_equal(int* count, const int* in, int value, int n) {
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (blockIdx.x > 0) return;
  int sum = 0;
  for (int k = t; k < (n + 255) / 256 * 256; k += 256)
    sum += __syncthreads_count(k < n && in[k] == value);
  if (t == 0) atomicAdd(count, sum);
}
