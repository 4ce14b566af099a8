// Right, by a single thread.
// rejected by: model
// expect: FAILED  square<<<4, 64>>>, n = 31: store requests: 31; 20 are enough: each element is to be stored once, and 32 of them by one store of a warp
#include <cuda_runtime.h>

__global__ void square(float* out, const float* in, int n) {
  if (blockIdx.x > 0 || threadIdx.x > 0) return;
  for (int i = 0; i < n; ++i) out[i] = in[i] * in[i];
}
