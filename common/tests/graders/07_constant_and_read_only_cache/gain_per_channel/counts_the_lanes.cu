// One word for each lane, twice: but 32 lanes have only 24 channels.
// rejected by: result
// expect: FAILED  kWords: your answer is 64, which is not it
#include <cuda_runtime.h>

constexpr int kChannels = 24;

constexpr int kWords = 64;

constexpr int kBlock = 192, kRounds = 16;

__global__ void adjust(float* out, const float* in, const float* gains, const float* offsets,
                       int n) {
  const int first = blockIdx.x * kBlock * kRounds + threadIdx.x;
  const float gain = gains[first % kChannels], offset = offsets[first % kChannels];
  for (int i = first; i < min(n, first + kBlock * kRounds); i += kBlock) {
    out[i] = gain * in[i] + offset;
  }
}

void launch_adjust(float* out, const float* in, const float* gain, const float* offset, int n) {
  adjust<<<(n - 1) / (kBlock * kRounds) + 1, kBlock>>>(out, in, gain, offset, n);
}
