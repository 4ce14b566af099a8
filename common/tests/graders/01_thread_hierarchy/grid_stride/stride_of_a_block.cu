// Strides by the block: blocks do each other's work again, each from its own first element on.
// rejected by: model
// expect: FAILED  square<<<4, 64>>>, n = 1009:
#include <cuda_runtime.h>

__global__ void square(float* out, const float* in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x) out[i] = in[i] * in[i];
}
