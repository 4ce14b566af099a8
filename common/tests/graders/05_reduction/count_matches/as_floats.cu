// Numbers are compared as floats.
// rejected by: result
// expect: FAILED  n = 1009, value 16777217: count
#include <cuda_runtime.h>

// Launched with one thread per number, in blocks of 256; the last block has threads without one.
// Adds the number of matches to *count, where other blocks add theirs at the same time.
__global__ void count_equal(int* count, const int* in, int value, int n) {
  __shared__ int count_of_block;
  if (threadIdx.x == 0) count_of_block = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && static_cast<float>(in[i]) == static_cast<float>(value)) atomicAdd(&count_of_block, 1);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(count, count_of_block);
}
