// Computes on the host and copies the result.
// state: wrong
// because:
#include <vector>

#include <cuda_runtime.h>

__global__ void scale(float* out, const float* in, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor + in[i];
}

void launch_scale(float* out, const float* in, float factor, int n) {
  std::vector<float> values(n);
  cudaMemcpy(values.data(), in, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (float& value : values) value *= factor;
  cudaMemcpy(out, values.data(), n * sizeof(float), cudaMemcpyHostToDevice);
}
