// Right, but three planes of 256 words all begin in bank 0, and a warp reads of all three at once.
// rejected by: hardware counter
// expect: FAILED  n = 1: bank conflicts:
// expect: different words of the same bank
#include <cuda_runtime.h>

constexpr int kBlock = 256;

__global__ void interleave(float* points, const float* x, const float* y, const float* z, int n) {
  __shared__ float tile[3][kBlock];
  const int t = threadIdx.x, first = blockIdx.x * kBlock, i = first + t;
  if (i < n) {
    tile[0][t] = x[i];
    tile[1][t] = y[i];
    tile[2][t] = z[i];
  }
  __syncthreads();
  for (int k = t; k < 3 * kBlock && 3 * first + k < 3 * n; k += kBlock) {
    points[3 * first + k] = tile[k % 3][k / 3];
  }
}
