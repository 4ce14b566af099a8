// The loop for a power of two: of 3 numbers it compares the first with the second, and forgets the third.
// rejected by: result
// expect: out, index
#include <cuda_runtime.h>

#include <cfloat>

__global__ void largest(float* out, const float* in, int n) {
  __shared__ float mine[192];
  const int t = threadIdx.x, i = blockIdx.x * 192 + t;
  mine[t] = i < n ? in[i] : -FLT_MAX;
  for (int stride = 192 / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] = fmaxf(mine[t], mine[t + stride]);
  }
  if (t == 0) out[blockIdx.x] = mine[0];
}
