// Every block squares everything: an element is squared once by each.
// rejected by: model
// expect: by thread (0,0,0) of block (1,0,0)
// expect: FAILED  square<<<4, 64>>>, elements 0 to 0: the kernel did not run to its end
#include <cuda_runtime.h>

__global__ void square(float* values, int first, int last) {
  for (int i = first + threadIdx.x; i < last; i += blockDim.x) values[i] *= values[i];
}
