// As it was: right, with 24 turns for each request to constant memory.
// rejected by: model
// expect: words from constant memory per 32 values:
// expect: a request takes a turn for each different word
#include <cuda_runtime.h>

constexpr int kChannels = 24;

constexpr int kWords = 48;

__constant__ float gains[kChannels], offsets[kChannels];

__global__ void adjust(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = gains[i % kChannels] * in[i] + offsets[i % kChannels];
}

void launch_adjust(float* out, const float* in, const float* gain, const float* offset, int n) {
  cudaMemcpyToSymbol(gains, gain, sizeof gains, 0, cudaMemcpyDeviceToDevice);
  cudaMemcpyToSymbol(offsets, offset, sizeof offsets, 0, cudaMemcpyDeviceToDevice);
  adjust<<<(n - 1) / 256 + 1, 256>>>(out, in, n);
}
