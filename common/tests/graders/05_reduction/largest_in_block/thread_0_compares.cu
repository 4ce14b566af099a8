// Right, and 255 threads wait while one of them compares.
// rejected by: model
// expect: loads from shared memory per block:
#include <cuda_runtime.h>
#include <cfloat>

__global__ void largest(float* out, const float* in, int n) {
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  __shared__ float mine[256];
  mine[t] = i < n ? in[i] : -FLT_MAX;
  __syncthreads();
  if (t > 0) return;
  float x = mine[0];
  for (int k = 1; k < 256; ++k) x = fmaxf(x, mine[k]);
  out[blockIdx.x] = x;
}
