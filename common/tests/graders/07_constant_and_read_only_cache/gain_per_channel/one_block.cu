// Right: one block goes through all samples.
// rejected by: model
// expect: elements of out were written by block (0,0,0) alone: share them out
#include <cuda_runtime.h>

constexpr int kChannels = 24;

constexpr int kWords = 48;

constexpr int kBlock = 768;

__global__ void adjust(float* out, const float* in, const float* gains, const float* offsets,
                       int n) {
  const float gain = gains[threadIdx.x % kChannels], offset = offsets[threadIdx.x % kChannels];
  for (int i = threadIdx.x; i < n; i += kBlock) out[i] = gain * in[i] + offset;
}

void launch_adjust(float* out, const float* in, const float* gain, const float* offset, int n) {
  adjust<<<1, kBlock>>>(out, in, gain, offset, n);
}
