// Right, and every store is coalesced, but all of `points` is read three times.
// rejected by: model
// expect: FAILED  10 points: sectors of loads and stores:
#include <cuda_runtime.h>

__global__ void take(float* plane, const float* points, int n, int member) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) plane[i] = points[3 * i + member];
}

void launch_planes(float* x, float* y, float* z, const float* points, int n) {
  take<<<(n + 255) / 256, 256>>>(x, points, n, 0);
  take<<<(n + 255) / 256, 256>>>(y, points, n, 1);
  take<<<(n + 255) / 256, 256>>>(z, points, n, 2);
}
