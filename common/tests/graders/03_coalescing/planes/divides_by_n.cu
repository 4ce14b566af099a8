// i / n would be the plane if the planes lay one after the other in `points`.
// rejected by: result
// expect: points: x, index 1: expected
#include <cuda_runtime.h>

__global__ void split(float* x, float* y, float* z, const float* points, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 3 * n) return;
  float* const plane = i / n == 0 ? x : i / n == 1 ? y : z;
  plane[i % n] = points[i];
}

void launch_planes(float* x, float* y, float* z, const float* points, int n) {
  split<<<(3 * n + 255) / 256, 256>>>(x, y, z, points, n);
}
