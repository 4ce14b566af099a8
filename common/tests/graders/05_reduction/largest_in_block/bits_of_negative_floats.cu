// As unsigned numbers the bits of negative floats are in reverse order; those of others are not.
// rejected by: result
// expect: out, index
#include <cuda_runtime.h>
#include <cfloat>

__global__ void largest(float* out, const float* in, int n) {
  __shared__ unsigned mine[256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  mine[t] = __float_as_uint(i < n ? in[i] : -FLT_MAX);
  for (int stride = 128; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] = min(mine[t], mine[t + stride]);
  }
  if (t == 0) out[blockIdx.x] = __uint_as_float(mine[0]);
}
