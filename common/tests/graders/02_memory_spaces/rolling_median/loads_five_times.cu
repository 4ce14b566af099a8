// Keeps nothing: no local memory, five loads for each value.
// rejected by: model
// expect: FAILED  6 rows × 31 columns: load requests: 10; 6 are enough
// expect: loaded again instead of kept
#include <cuda_runtime.h>

__device__ inline void put_in_order(float& a, float& b) {
  const float smaller = fminf(a, b);
  b = fmaxf(a, b);
  a = smaller;
}

__global__ void rolling_median(float* out, const float* in, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  float sorted[5];
  for (int r = 4; r < rows; ++r) {
#pragma unroll
    for (int k = 0; k < 5; ++k) sorted[k] = in[(r - 4 + k) * columns + column];
#pragma unroll
    for (int end = 4; end > 0; --end) {
#pragma unroll
      for (int k = 0; k < end; ++k) put_in_order(sorted[k], sorted[k + 1]);
    }
    out[(r - 4) * columns + column] = sorted[2];
  }
}
