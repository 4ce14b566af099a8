// Right, but every block writes everything.
// rejected by: model
// expect: FAILED  square<<<4, 64>>>, n = 1009: store requests: 128; 51 are enough: each element is to be stored once
// expect: do several blocks take the same elements
#include <cuda_runtime.h>

__global__ void square(float* out, const float* in, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = in[i] * in[i];
}
