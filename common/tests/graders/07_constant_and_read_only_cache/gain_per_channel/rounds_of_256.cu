// 256 is not a multiple of 24: the thread's next value belongs to another channel.
// rejected by: result
// expect: index 256 (row 10, column 16): expected
#include <cuda_runtime.h>

constexpr int kChannels = 24;

constexpr int kWords = 48;

constexpr int kBlock = 256, kRounds = 16;

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
