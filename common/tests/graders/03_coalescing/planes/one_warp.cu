// Right, but one warp moves all floats.
// rejected by: model
// expect: FAILED  1009 points: all 1009 elements of x were written by warp 0 of block (0,0,0) alone: share them out
#include <cuda_runtime.h>

// `points` has 3 n floats: x, y and z of point 0, then of point 1, … x, y and z have n floats each.
// All four begin at a multiple of 256 bytes.
__global__ void split(float* x, float* y, float* z, const float* points, int n) {
  for (int i = threadIdx.x; i < 3 * n; i += 32) {
    float* const plane = i % 3 == 0 ? x : i % 3 == 1 ? y : z;
    plane[i / 3] = points[i];
  }
}

void launch_planes(float* x, float* y, float* z, const float* points, int n) {
  split<<<1, 32>>>(x, y, z, points, n);
}
