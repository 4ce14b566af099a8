// The thread after the last point loads one, too.
// rejected by: model
// expect: simt: read of 4 bytes of global memory out of bounds
// expect: the kernel did not run to its end
#include <cuda_runtime.h>

constexpr int kBlock = 256;

__global__ void interleave(float* points, const float* x, const float* y, const float* z, int n) {
  __shared__ float tile[3 * kBlock];
  const int t = threadIdx.x, first = blockIdx.x * kBlock, i = first + t;
  if (i <= n) {
    tile[3 * t] = x[i];
    tile[3 * t + 1] = y[i];
    tile[3 * t + 2] = z[i];
  }
  __syncthreads();
  for (int k = t; k < 3 * kBlock && 3 * first + k < 3 * n; k += kBlock)
    points[3 * first + k] = tile[k];
}
