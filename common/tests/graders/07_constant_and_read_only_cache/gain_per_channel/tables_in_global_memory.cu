// Right, without turns: but each value takes three loads, two of them for numbers known before.
// rejected by: model
// expect: load requests per 32 values:
// expect: of which each should serve more values
#include <cuda_runtime.h>

constexpr int kChannels = 24;

constexpr int kWords = 48;

__global__ void adjust(float* out, const float* in, const float* gains, const float* offsets,
                       int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = gains[i % kChannels] * in[i] + offsets[i % kChannels];
}

void launch_adjust(float* out, const float* in, const float* gain, const float* offset, int n) {
  adjust<<<(n - 1) / 256 + 1, 256>>>(out, in, gain, offset, n);
}
