// Right, on the host.
// rejected by: model
// expect: out[0] was written by a copy or a memset of the host
#include <cuda_runtime.h>

#include <vector>

constexpr int kBlocks = 64, kThreads = 256;

void launch_dot(float* out, float*, const float* a, const float* b, int n) {
  std::vector<float> x(n), y(n);
  cudaMemcpy(x.data(), a, n * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(y.data(), b, n * 4, cudaMemcpyDeviceToHost);
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i] * y[i];
  cudaMemcpy(out, &sum, 4, cudaMemcpyHostToDevice);
}
