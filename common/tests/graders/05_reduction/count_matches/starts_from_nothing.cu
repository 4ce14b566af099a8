// Shared memory holds what the last block left there, until somebody writes.
// rejected by: model
// expect: atomic of shared memory that nobody has written
// expect: FAILED  n = 1,
// expect: the kernel did not run to its end
#include <cuda_runtime.h>

__global__ void count_equal(int* count, const int* in, int value, int n) {
  __shared__ int count_of_block;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] == value) atomicAdd(&count_of_block, 1);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(count, count_of_block);
}
