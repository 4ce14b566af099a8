// Right: one word per request, and the turns are now at the banks of shared memory, 24 words apart.
// rejected by: model
// expect: FAILED  samples = 20011: bank conflicts per 32 values: 14; 2 are enough
// expect: want different words of the same bank
#include <cuda_runtime.h>

constexpr int kChannels = 24;

constexpr int kWords = 48;

__constant__ float gains[kChannels], offsets[kChannels];

__global__ void adjust(float* out, const float* in, int n) {
  __shared__ float tile[32 * kChannels];
  const int t = threadIdx.x, i = blockIdx.x * (32 * kChannels) + t;
  if (i < n) tile[t] = in[i];
  __syncthreads();
  const int channel = t / 32, place = t % 32 * kChannels + channel;
  if (i - t + place < n) tile[place] = gains[channel] * tile[place] + offsets[channel];
  __syncthreads();
  if (i < n) out[i] = tile[t];
}

void launch_adjust(float* out, const float* in, const float* gain, const float* offset, int n) {
  cudaMemcpyToSymbol(gains, gain, sizeof gains, 0, cudaMemcpyDeviceToDevice);
  cudaMemcpyToSymbol(offsets, offset, sizeof offsets, 0, cudaMemcpyDeviceToDevice);
  adjust<<<(n - 1) / (32 * kChannels) + 1, 32 * kChannels>>>(out, in, n);
}
