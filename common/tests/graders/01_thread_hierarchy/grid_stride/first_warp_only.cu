// Right, by a single warp.
// rejected by: model
// expect: FAILED  square<<<4, 64>>>, elements 0 to 1008: elements 0 to 1008 of values were
// expect: written by warp 0 of block (0,0,0) alone: share them out
#include <cuda_runtime.h>

__global__ void square(float* values, int first, int last) {
  if (blockIdx.x > 0 || threadIdx.x > 31) return;
  const int lanes = blockDim.x < 32 ? blockDim.x : 32;
  for (int i = first + threadIdx.x; i < last; i += lanes) values[i] *= values[i];
}
