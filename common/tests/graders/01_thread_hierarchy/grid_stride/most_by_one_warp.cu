// Right, but one warp has half of the work.
// rejected by: model
// expect: FAILED  square<<<4, 64>>>, elements 0 to 1008:
// expect: written by warp 0 of block (0,0,0)
#include <cuda_runtime.h>

__global__ void square(float* values, int first, int last) {
  const int threads = gridDim.x * blockDim.x, t = blockIdx.x * blockDim.x + threadIdx.x;
  const int half = first + (last - first) / 2 / 32 * 32;
  for (int i = half + t; i < last; i += threads) values[i] *= values[i];
  if (t > 31) return;
  for (int i = first + t; i < half; i += threads < 32 ? threads : 32) values[i] *= values[i];
}
