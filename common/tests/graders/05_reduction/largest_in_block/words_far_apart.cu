// Full warps, but their words lie 2 × stride apart.
// rejected by: model
// expect: FAILED  n = 1: bank conflicts:
// expect: should work on neighbouring words
#include <cuda_runtime.h>

#include <cfloat>

__global__ void largest(float* out, const float* in, int n) {
  __shared__ float mine[256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  mine[t] = i < n ? in[i] : -FLT_MAX;
  for (int stride = 1; stride < 256; stride *= 2) {
    __syncthreads();
    const int left = 2 * stride * t;
    if (left < 256) mine[left] = fmaxf(mine[left], mine[left + stride]);
  }
  if (t == 0) out[blockIdx.x] = mine[0];
}
