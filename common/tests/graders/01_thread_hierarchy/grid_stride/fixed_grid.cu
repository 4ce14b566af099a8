// Right for 4 blocks of 64 threads only.
// rejected by: result
// expect: FAILED  square<<<1, 1>>>, n = 77: index 1: expected
#include <cuda_runtime.h>

__global__ void square(float* out, const float* in, int n) {
  for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += 256) out[i] = in[i] * in[i];
}
