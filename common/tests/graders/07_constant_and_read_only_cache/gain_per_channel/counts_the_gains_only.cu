// The offsets are read from constant memory, too.
// rejected by: result
// expect: FAILED  kWords: your answer is 24, which is not it: how many requests to constant memory does a value need?
#include <cuda_runtime.h>

constexpr int kChannels = 24;

constexpr int kWords = 24;

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
