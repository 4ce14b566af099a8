// Looks for a number that it has made up.
// rejected by: result
// expect: count, which was
#include <cuda_runtime.h>

__global__ void count_equal(int* count, const int* in, int value, int n) {
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  const int sum = __syncthreads_count(i < n && in[i] == n % 4);
  if (t == 0) atomicAdd(count, sum);
}
