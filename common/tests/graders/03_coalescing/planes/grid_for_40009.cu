// A grid for the largest n that was tried.
// rejected by: result
// expect: FAILED  70001 points: x, index
#include <cuda_runtime.h>

// `points` has 3 n floats: x, y and z of point 0, then of point 1, … x, y and z have n floats each.
// All four begin at a multiple of 256 bytes.
__global__ void split(float* x, float* y, float* z, const float* points, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 3 * n) return;
  float* const plane = i % 3 == 0 ? x : i % 3 == 1 ? y : z;
  plane[i / 3] = points[i];
}

void launch_planes(float* x, float* y, float* z, const float* points, int n) {
  const int block = 256;
  split<<<469, block>>>(x, y, z, points, n);
}
