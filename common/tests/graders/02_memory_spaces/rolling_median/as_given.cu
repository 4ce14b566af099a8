// The kernel as it was given: both arrays are indexed by what is known only at run time.
// rejected by: result
// expect: FAILED
// expect: local memory
#include <cuda_runtime.h>

__global__ void rolling_median(float* out, const float* in, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  float ring[5], sorted[5];
  for (int r = 0; r < rows; ++r) {
    ring[r % 5] = in[r * columns + column];
    if (r < 4) continue;
    for (int k = 0; k < 5; ++k) {
      int at = k;
      for (; at > 0 && sorted[at - 1] > ring[k]; --at) sorted[at] = sorted[at - 1];
      sorted[at] = ring[k];
    }
    out[(r - 4) * columns + column] = sorted[2];
  }
}
