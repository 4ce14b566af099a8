// Leaves out one of 256 floats.
// rejected by: result
// expect: out, index
#include <cuda_runtime.h>
#include <cfloat>

__global__ void largest(float* out, const float* in, int n) {
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  __shared__ float mine[256];
  mine[t] = i < n && t != 137 ? in[i] : -FLT_MAX;
  for (int s = 128; s > 0; s /= 2) {
    __syncthreads();
    if (t < s) mine[t] = fmaxf(mine[t], mine[t + s]);
  }
  if (t == 0) out[blockIdx.x] = mine[0];
}
