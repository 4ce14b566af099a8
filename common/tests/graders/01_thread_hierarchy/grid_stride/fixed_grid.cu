// Right for 4 blocks of 64 threads only.
// rejected by: result
// expect: FAILED  square<<<1, 1>>>, elements 13 to 89: index 14: expected
#include <cuda_runtime.h>

__global__ void square(float* values, int first, int last) {
  for (int i = first + blockIdx.x * 64 + threadIdx.x; i < last; i += 256) values[i] *= values[i];
}
