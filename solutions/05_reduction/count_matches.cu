// Exercise · count_matches: how many of n numbers are equal to `value`? One addition per block.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

// Launched with one thread per number, in blocks of 256; the last block has threads without one.
// Adds the number of matches to *count, where other blocks add theirs at the same time.
__global__ void count_equal(int* count, const int* in, int value, int n) {
  // TODO (about 8 lines): count within the block, then let one thread add to *count
  __shared__ int count_of_block;
  if (threadIdx.x == 0) count_of_block = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] == value) atomicAdd(&count_of_block, 1);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(count, count_of_block);
  // END
}
