// What 256 threads can do at once is all that is done.
// rejected by: result
// expect: FAILED  square<<<4, 64>>>, elements 0 to 1008: index 256: expected
#include <cuda_runtime.h>

__global__ void square(float* values, int first, int last) {
  const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < last) values[i] *= values[i];
}
