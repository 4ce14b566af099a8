// Thread 0 sets the counter to 0, and counts, as all do; others may have counted before.
// rejected by: model
// expect: race on shared memory
// expect: by thread (0,0,0) of block (0,0,0)
// expect: atomic
// expect: the kernel did not run to its end
#include <cuda_runtime.h>

__global__ void count_equal(int* count, const int* in, int value, int n) {
  __shared__ int count_of_block;
  if (threadIdx.x == 0) count_of_block = 0;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&count_of_block, i < n && in[i] == value ? 1 : 0);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(count, count_of_block);
}
