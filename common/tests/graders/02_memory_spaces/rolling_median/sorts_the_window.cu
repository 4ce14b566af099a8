// Sorted values are not those of five moments any more: the wrong one is forgotten.
// rejected by: result
// expect: FAILED  6 rows × 31 columns: out, index
#include <cuda_runtime.h>

__device__ inline void put_in_order(float& a, float& b) {
  const float smaller = fminf(a, b);
  b = fmaxf(a, b);
  a = smaller;
}

__global__ void rolling_median(float* out, const float* in, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  float last[5];  // last[4] is the newest
#pragma unroll
  for (int k = 1; k < 5; ++k) last[k] = in[(k - 1) * columns + column];
  for (int r = 4; r < rows; ++r) {
#pragma unroll
    for (int k = 0; k < 4; ++k) last[k] = last[k + 1];
    last[4] = in[r * columns + column];
#pragma unroll
    for (int end = 4; end > 0; --end) {
#pragma unroll
      for (int k = 0; k < end; ++k) put_in_order(last[k], last[k + 1]);
    }
    out[(r - 4) * columns + column] = last[2];
  }
}
