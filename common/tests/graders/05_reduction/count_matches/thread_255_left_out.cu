// Counts what 255 threads have.
// rejected by: result
// expect: count, which was
#include <cuda_runtime.h>

__global__ void count_equal(int* count, const int* in, int value, int n) {
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  // the last number of each block is left out
  const int sum = __syncthreads_count(i < n && t < 255 && in[i] == value);
  if (t == 0) atomicAdd(count, sum);
}
