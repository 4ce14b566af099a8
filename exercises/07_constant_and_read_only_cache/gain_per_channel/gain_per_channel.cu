// Exercise · gain_per_channel: 24 channels, each with a gain and an offset. Correct, but slower than it
// has to be. The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kChannels = 24;

// TODO (about 16 lines): answer the question, then fix the kernel and its launch
// How many words does the cache of constant memory deliver for the 32 values of a warp, as it is now?
constexpr int kWords = -1;

__constant__ float gains[kChannels], offsets[kChannels];

// A sample is 24 values in a row, one for each channel; n values are n / 24 samples.
__global__ void adjust(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = gains[i % kChannels] * in[i] + offsets[i % kChannels];
}

// All pointers are to device memory. `gain` and `offset` have 24 numbers each.
void launch_adjust(float* out, const float* in, const float* gain, const float* offset, int n) {
  cudaMemcpyToSymbol(gains, gain, sizeof gains, 0, cudaMemcpyDeviceToDevice);
  cudaMemcpyToSymbol(offsets, offset, sizeof offsets, 0, cudaMemcpyDeviceToDevice);
  adjust<<<(n - 1) / 256 + 1, 256>>>(out, in, n);
}
// END
