// Right, but no kernel does it.
// rejected by: model
// expect: FAILED  1 points: x[0] was written by a copy or a memset of the host: that is what a kernel is to do
#include <cuda_runtime.h>

void launch_planes(float* x, float* y, float* z, const float* points, int n) {
  float* const planes[3] = {x, y, z};
  for (int k = 0; k < 3; ++k) {
    cudaMemcpy2D(planes[k], sizeof(float), points + k, 3 * sizeof(float), sizeof(float), n,
                 cudaMemcpyDeviceToDevice);
  }
}
