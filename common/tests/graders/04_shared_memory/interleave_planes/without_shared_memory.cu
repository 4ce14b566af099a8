// Right, but a warp stores every third float, three times.
// rejected by: hardware counter
// expect: FAILED  n = 31: sectors stored:
// expect: neighbouring lanes should store neighbouring floats
#include <cuda_runtime.h>

constexpr int kBlock = 256;

__global__ void interleave(float* points, const float* x, const float* y, const float* z, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  points[3 * i] = x[i];
  points[3 * i + 1] = y[i];
  points[3 * i + 2] = z[i];
}
