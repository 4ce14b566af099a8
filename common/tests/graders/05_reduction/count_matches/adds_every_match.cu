// Right, and every match is an addition to the same word of global memory.
// rejected by: model
// expect: additions to *count:
// expect: a block should add up its own matches first
#include <cuda_runtime.h>

__global__ void count_equal(int* count, const int* in, int value, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] == value) atomicAdd(count, 1);
}
