// A thread moves one float, and there are 3 n of them.
// rejected by: result
// expect: FAILED  1009 points: x, index
// expect: never written
#include <cuda_runtime.h>

__global__ void split(float* x, float* y, float* z, const float* points, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 3 * n) return;
  float* const plane = i % 3 == 0 ? x : i % 3 == 1 ? y : z;
  plane[i / 3] = points[i];
}

void launch_planes(float* x, float* y, float* z, const float* points, int n) {
  split<<<(n + 255) / 256, 256>>>(x, y, z, points, n);
}
