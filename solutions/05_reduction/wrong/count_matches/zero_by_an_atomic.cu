// Thread 0 sets the counter to 0 by an atomic operation, perhaps when others have counted already.
// counted
// expect: atomic of shared memory that nobody has written
// expect: FAILED  n = 31: right if block 0 and thread 0 run first, wrong if they run last: the kernel
#include <cuda_runtime.h>

__global__ void count_equal(int* count, const int* in, int value, int n) {
  __shared__ int count_of_block;
  if (threadIdx.x == 0) atomicExch(&count_of_block, 0);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] == value) atomicAdd(&count_of_block, 1);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(count, count_of_block);
}
