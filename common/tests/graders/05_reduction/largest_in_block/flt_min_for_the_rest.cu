// FLT_MIN is the smallest float above 0: larger than every negative one.
// rejected by: result
// expect: FAILED  n = 1: out, index 0: expected -3.402
#include <cuda_runtime.h>

#include <cfloat>

__global__ void largest(float* out, const float* in, int n) {
  __shared__ float mine[256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  mine[t] = i < n ? in[i] : FLT_MIN;
  for (int stride = 128; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] = fmaxf(mine[t], mine[t + stride]);
  }
  if (t == 0) out[blockIdx.x] = mine[0];
}
