// Right, but the first block goes through all columns.
// rejected by: model
// expect: FAILED  43 rows × 997 columns:
// expect: out were written by block (0,0,0) alone: share them out
#include <cuda_runtime.h>

// Puts a and b in order.
__device__ inline void put_in_order(float& a, float& b) {
  const float smaller = fminf(a, b);
  b = fmaxf(a, b);
  a = smaller;
}

// Launched with one thread per column, blocks of 128; rows is at least 5.
__global__ void rolling_median(float* out, const float* in, int rows, int columns) {
  if (blockIdx.x > 0) return;
  for (int column = threadIdx.x; column < columns; column += blockDim.x) {
    float last[5], sorted[5];  // last[4] is the newest
#pragma unroll
    for (int k = 1; k < 5; ++k) last[k] = in[(k - 1) * columns + column];
    for (int r = 4; r < rows; ++r) {
#pragma unroll
      for (int k = 0; k < 4; ++k) last[k] = last[k + 1];
      last[4] = in[r * columns + column];
#pragma unroll
      for (int k = 0; k < 5; ++k) sorted[k] = last[k];
#pragma unroll
      for (int end = 4; end > 0; --end) {
#pragma unroll
        for (int k = 0; k < end; ++k) put_in_order(sorted[k], sorted[k + 1]);
      }
      out[(r - 4) * columns + column] = sorted[2];
    }
  }
}
