// Right, but one block moves all floats.
// rejected by: model
// expect: FAILED  5002 points: all 5002 elements of x were written by block (0,0,0) alone: share them out
#include <cuda_runtime.h>

// `points` has 3 n floats: x, y and z of point 0, then of point 1, … x, y and z have n floats each.
// All four begin at a multiple of 256 bytes.
__global__ void split(float* x, float* y, float* z, const float* points, int n) {
  for (int i = threadIdx.x; i < 3 * n; i += blockDim.x) {
    float* const plane = i % 3 == 0 ? x : i % 3 == 1 ? y : z;
    plane[i / 3] = points[i];
  }
}

void launch_planes(float* x, float* y, float* z, const float* points, int n) {
  const int block = 256;
  split<<<1, block>>>(x, y, z, points, n);
}
