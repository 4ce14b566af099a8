// A way out of local memory, but the five values are few enough for registers.
// rejected by: model
// expect: FAILED  5 rows × 1 columns: shared memory requests:
// expect: have room in registers
#include <cuda_runtime.h>

__device__ inline void put_in_order(float& a, float& b) {
  const float smaller = fminf(a, b);
  b = fmaxf(a, b);
  a = smaller;
}

__global__ void rolling_median(float* out, const float* in, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  __shared__ float ring[5][128];
  float sorted[5];
  for (int k = 0; k < 4; ++k) ring[k][threadIdx.x] = in[k * columns + column];
  for (int r = 4; r < rows; ++r) {
    ring[r % 5][threadIdx.x] = in[r * columns + column];
#pragma unroll
    for (int k = 0; k < 5; ++k) sorted[k] = ring[k][threadIdx.x];
#pragma unroll
    for (int end = 4; end > 0; --end) {
#pragma unroll
      for (int k = 0; k < end; ++k) put_in_order(sorted[k], sorted[k + 1]);
    }
    out[(r - 4) * columns + column] = sorted[2];
  }
}
