// Block 0 puts its number over what the others have added.
// rejected by: result
// expect: count, which was
#include <cuda_runtime.h>

__global__ void count_equal(int* count, const int* in, int value, int n) {
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  const int sum = __syncthreads_count(i < n && in[i] == value);
  if (t == 0) {
    if (blockIdx.x == 0)
      atomicExch(count, sum);
    else
      atomicAdd(count, sum);
  }
}
