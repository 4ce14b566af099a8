// What lies in front of the first element is squared, too.
// rejected by: result
// expect: FAILED  square<<<4, 64>>>, elements 1000 to 1000: index 0: expected
#include <cuda_runtime.h>

__global__ void square(float* values, int first, int last) {
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < last; i += threads) {
    values[i] *= values[i];
  }
}
