// Right, but the host does it.
// rejected by: model
// expect: FAILED  n = 1, factor 1.5: out[0] was written by a copy or a memset of the host: that is what a kernel is to do
#include <cuda_runtime.h>

#include <vector>

void launch_scale(float* out, const float* in, float factor, int n) {
  std::vector<float> values(n);
  cudaMemcpy(values.data(), in, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (float& value : values) value *= factor;
  cudaMemcpy(out, values.data(), n * sizeof(float), cudaMemcpyHostToDevice);
}
