// Right, but one block does the points of all.
// rejected by: model
// expect: points were written by block (0,0,0) alone: share them out among more
#include <cuda_runtime.h>

constexpr int kBlock = 256;

__global__ void interleave(float* points, const float* x, const float* y, const float* z, int n) {
  __shared__ float tile[3 * kBlock];
  const int t = threadIdx.x;
  if (blockIdx.x > 0) return;
  for (int first = 0; first < n; first += kBlock) {
    const int i = first + t;
    if (i < n) {
      tile[3 * t] = x[i];
      tile[3 * t + 1] = y[i];
      tile[3 * t + 2] = z[i];
    }
    __syncthreads();
    for (int k = t; k < 3 * kBlock && 3 * first + k < 3 * n; k += kBlock)
      points[3 * first + k] = tile[k];
    __syncthreads();
  }
}
