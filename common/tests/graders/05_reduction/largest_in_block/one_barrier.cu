// The barrier is before the rounds, not between them.
// rejected by: compute-sanitizer racecheck
// expect: race on shared memory
// expect: FAILED  n = 1: the kernel did not run to its end
#include <cuda_runtime.h>

#include <cfloat>

__global__ void largest(float* out, const float* in, int n) {
  __shared__ float mine[256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  mine[t] = i < n ? in[i] : -FLT_MAX;
  __syncthreads();
  for (int stride = 128; stride > 0; stride /= 2) {
    if (t < stride) mine[t] = fmaxf(mine[t], mine[t + stride]);
  }
  if (t == 0) out[blockIdx.x] = mine[0];
}
