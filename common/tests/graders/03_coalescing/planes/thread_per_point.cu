// Right, but each of the three loads has stride 3.
// rejected by: model
// expect: FAILED  10 points: sectors of loads and stores:
// expect: 12 sectors for each of three loads
#include <cuda_runtime.h>

__global__ void split(float* x, float* y, float* z, const float* points, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  x[i] = points[3 * i];
  y[i] = points[3 * i + 1];
  z[i] = points[3 * i + 2];
}

void launch_planes(float* x, float* y, float* z, const float* points, int n) {
  split<<<(n + 255) / 256, 256>>>(x, y, z, points, n);
}
