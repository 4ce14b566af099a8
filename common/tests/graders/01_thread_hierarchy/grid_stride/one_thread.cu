// Right, by a single thread.
// rejected by: model
// expect: FAILED  square<<<4, 64>>>, elements 0 to 1008: elements 0 to 1008 of values were
// expect: written by thread (0,0,0) of block (0,0,0) alone: share them out among more threads, warps and blocks
#include <cuda_runtime.h>

__global__ void square(float* values, int first, int last) {
  if (blockIdx.x > 0 || threadIdx.x > 0) return;
  for (int i = first; i < last; ++i) values[i] *= values[i];
}
