// Right: all lanes want the gain of the same channel, and their values are 24 apart.
// rejected by: model
// expect: sectors loaded per 32 values:
// expect: neighbouring lanes should load neighbouring values
#include <cuda_runtime.h>

constexpr int kChannels = 24;

constexpr int kWords = 48;

__constant__ float gains[kChannels], offsets[kChannels];

__global__ void adjust(float* out, const float* in, int n) {
  const int sample = blockIdx.x * blockDim.x + threadIdx.x;
  if (sample >= n / kChannels) return;
  for (int channel = 0; channel < kChannels; ++channel) {
    const int i = sample * kChannels + channel;
    out[i] = gains[channel] * in[i] + offsets[channel];
  }
}

void launch_adjust(float* out, const float* in, const float* gain, const float* offset, int n) {
  cudaMemcpyToSymbol(gains, gain, sizeof gains, 0, cudaMemcpyDeviceToDevice);
  cudaMemcpyToSymbol(offsets, offset, sizeof offsets, 0, cudaMemcpyDeviceToDevice);
  adjust<<<(n / kChannels - 1) / 256 + 1, 256>>>(out, in, n);
}
