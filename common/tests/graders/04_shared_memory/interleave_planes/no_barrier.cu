// Stores what other threads have not put into the tile yet.
// rejected by: compute-sanitizer racecheck
// expect: simt: race on shared memory
// expect: of tile
// expect: FAILED  n = 1: the kernel did not run to its end
#include <cuda_runtime.h>

constexpr int kBlock = 256;

__global__ void interleave(float* points, const float* x, const float* y, const float* z, int n) {
  __shared__ float tile[3 * kBlock];
  const int t = threadIdx.x, first = blockIdx.x * kBlock, i = first + t;
  if (i < n) {
    tile[3 * t] = x[i];
    tile[3 * t + 1] = y[i];
    tile[3 * t + 2] = z[i];
  }
  for (int k = t; k < 3 * kBlock && 3 * first + k < 3 * n; k += kBlock) {
    points[3 * first + k] = tile[k];
  }
}
