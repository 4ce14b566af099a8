// Right, but the kernel leaves a third of the work to a copy.
// rejected by: model
// expect: FAILED  1 points: z[0] was written by a copy or a memset of the host: that is what a kernel is to do
#include <cuda_runtime.h>

// `points` has 3 n floats: x, y and z of point 0, then of point 1, … x, y and z have n floats each.
// All four begin at a multiple of 256 bytes.
__global__ void split(float* x, float* y, float* z, const float* points, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 3 * n || i % 3 == 2) return;
  float* const plane = i % 3 == 0 ? x : i % 3 == 1 ? y : z;
  plane[i / 3] = points[i];
}

void launch_planes(float* x, float* y, float* z, const float* points, int n) {
  const int block = 256;
  split<<<(3 * n + block - 1) / block, block>>>(x, y, z, points, n);
  cudaMemcpy2D(z, sizeof(float), points + 2, 3 * sizeof(float), sizeof(float), n,
               cudaMemcpyDeviceToDevice);
}
