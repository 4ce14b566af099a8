// Right, and every warp works in the first five rounds, with ever fewer lanes.
// rejected by: model
// expect: FAILED  n = 1: stores to shared memory per block:
// expect: 20 are enough: too many warps work in a round
#include <cuda_runtime.h>

#include <cfloat>

__global__ void largest(float* out, const float* in, int n) {
  __shared__ float mine[256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  mine[t] = i < n ? in[i] : -FLT_MAX;
  for (int stride = 1; stride < 256; stride *= 2) {
    __syncthreads();
    if (t % (2 * stride) == 0) mine[t] = fmaxf(mine[t], mine[t + stride]);
  }
  if (t == 0) out[blockIdx.x] = mine[0];
}
