// Exercise · interleave_planes: three arrays x, y and z become one array of points, x y z x y z …
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kBlock = 256;

// Launched with one thread per point, blocks of kBlock. `points` has 3 n floats.
__global__ void interleave(float* points, const float* x, const float* y, const float* z, int n) {
  // TODO (about 9 lines): put the block's points together in shared memory, then store them
  __shared__ float tile[3 * kBlock];
  const int t = threadIdx.x, first = blockIdx.x * kBlock, i = first + t;
  if (i < n) {
    tile[3 * t] = x[i];
    tile[3 * t + 1] = y[i];
    tile[3 * t + 2] = z[i];
  }
  __syncthreads();
  for (int k = t; k < 3 * kBlock && 3 * first + k < 3 * n; k += kBlock) {
    points[3 * first + k] = tile[k];
  }
  // END
}
