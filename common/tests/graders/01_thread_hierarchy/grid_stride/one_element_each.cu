// What 256 threads can do at once is all that is done.
// rejected by: result
// expect: FAILED  square<<<4, 64>>>, n = 1009: index 256: expected
// expect: never written
#include <cuda_runtime.h>

__global__ void square(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}
