// Right, and every lane of a warp is somewhere else.
// rejected by: model
// expect: FAILED  square<<<4, 64>>>, elements 0 to 1008: sectors per load:
// expect: neighbours
#include <cuda_runtime.h>

__global__ void square(float* values, int first, int last) {
  const int threads = gridDim.x * blockDim.x, share = (last - first + threads - 1) / threads;
  const int mine = first + (blockIdx.x * blockDim.x + threadIdx.x) * share;
  for (int i = mine; i < mine + share && i < last; ++i) values[i] *= values[i];
}
