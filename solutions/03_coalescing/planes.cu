// Exercise · planes: x y z x y z … becomes x x …, y y …, z z …
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

// `points` has 3 n floats: x, y and z of point 0, then of point 1, … x, y and z have n floats each.
// All four begin at a multiple of 256 bytes.
__global__ void split(float* x, float* y, float* z, const float* points, int n) {
  // TODO (about 6 lines): which float of `points` is this thread's, and where does it go?
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 3 * n) return;
  float* const plane = i % 3 == 0 ? x : i % 3 == 1 ? y : z;
  plane[i / 3] = points[i];
  // END
}

void launch_planes(float* x, float* y, float* z, const float* points, int n) {
  // TODO (about 2 lines): launch it. How many threads?
  const int block = 256;
  split<<<(3 * n + block - 1) / block, block>>>(x, y, z, points, n);
  // END
}
