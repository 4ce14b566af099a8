// Right, but every block writes everything.
// rejected by: model
// expect: FAILED  square<<<4, 64>>>, n = 1009: all 1009 elements of out were written by block (
// expect: alone: share them out
#include <cuda_runtime.h>

__global__ void square(float* out, const float* in, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = in[i] * in[i];
}
