// Strides by the number of blocks: threads do each other's work again.
// rejected by: model
// expect: FAILED  square<<<4, 64>>>, elements 0 to 30: index
#include <cuda_runtime.h>

__global__ void square(float* values, int first, int last) {
  for (int i = first + blockIdx.x * blockDim.x + threadIdx.x; i < last; i += gridDim.x) {
    values[i] *= values[i];
  }
}
