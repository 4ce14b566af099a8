// Threads without a point return, but there are three times as many floats to store.
// rejected by: result
// expect: FAILED  n = 1: points, index 1 (row 0, column 1): expected
// expect: never written
#include <cuda_runtime.h>

constexpr int kBlock = 256;

__global__ void interleave(float* points, const float* x, const float* y, const float* z, int n) {
  __shared__ float tile[3 * kBlock];
  const int t = threadIdx.x, first = blockIdx.x * kBlock, i = first + t;
  if (i >= n) return;
  tile[3 * t] = x[i];
  tile[3 * t + 1] = y[i];
  tile[3 * t + 2] = z[i];
  __syncthreads();
  for (int k = t; k < 3 * kBlock && 3 * first + k < 3 * n; k += kBlock) {
    points[3 * first + k] = tile[k];
  }
}
