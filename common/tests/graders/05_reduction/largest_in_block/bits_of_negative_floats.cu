// As unsigned numbers the bits of negative floats are in reverse order; those of others are not.
// rejected by: result
// expect: out, index
#include <cuda_runtime.h>

#include <cfloat>

__global__ void largest(float* out, const float* in, int n) {
  __shared__ unsigned mine[192];
  const int t = threadIdx.x, i = blockIdx.x * 192 + t;
  mine[t] = __float_as_uint(i < n ? in[i] : -FLT_MAX);
  for (int count = 192; count > 1; count = (count + 1) / 2) {
    __syncthreads();
    const int half = (count + 1) / 2;
    if (t < count / 2) mine[t] = min(mine[t], mine[t + half]);
  }
  if (t == 0) out[blockIdx.x] = __uint_as_float(mine[0]);
}
