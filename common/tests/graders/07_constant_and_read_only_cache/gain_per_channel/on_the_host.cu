// Right, but the host computes.
// rejected by: model
// expect: written by a copy or a memset of the host
#include <cuda_runtime.h>

constexpr int kChannels = 24;
constexpr int kWords = 48;

#include <vector>

void launch_adjust(float* out, const float* in, const float* gain, const float* offset, int n) {
  std::vector<float> values(n), gains(kChannels), offsets(kChannels);
  cudaMemcpy(values.data(), in, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(gains.data(), gain, kChannels * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(offsets.data(), offset, kChannels * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) {
    values[i] = gains[i % kChannels] * values[i] + offsets[i % kChannels];
  }
  cudaMemcpy(out, values.data(), n * sizeof(float), cudaMemcpyHostToDevice);
}
