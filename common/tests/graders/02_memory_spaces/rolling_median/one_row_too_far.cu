// The value for the next row is loaded ahead, also behind the last row.
// rejected by: model
// expect: simt: read of 4 bytes of global memory out of bounds
// expect: FAILED
#include <cuda_runtime.h>

// Puts a and b in order.
__device__ inline void put_in_order(float& a, float& b) {
  const float smaller = fminf(a, b);
  b = fmaxf(a, b);
  a = smaller;
}

// Launched with one thread per column, blocks of 128; rows is at least 5.
__global__ void rolling_median(float* out, const float* in, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  float last[5], sorted[5];  // last[4] is the newest
#pragma unroll
  for (int k = 0; k < 5; ++k) last[k] = in[k * columns + column];
  for (int r = 4; r < rows; ++r) {
#pragma unroll
    for (int k = 0; k < 5; ++k) sorted[k] = last[k];
#pragma unroll
    for (int end = 4; end > 0; --end) {
#pragma unroll
      for (int k = 0; k < end; ++k) put_in_order(sorted[k], sorted[k + 1]);
    }
    out[(r - 4) * columns + column] = sorted[2];
#pragma unroll
    for (int k = 0; k < 4; ++k) last[k] = last[k + 1];
    last[4] = in[(r + 1) * columns + column];
  }
}
