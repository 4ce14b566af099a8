// Threads without a value return, and do not fill their part of the tables. With one sample that is half.
// rejected by: model
// expect: read of shared memory that nobody has written, at byte 96 of table
#include <cuda_runtime.h>

constexpr int kChannels = 24;

constexpr int kWords = 48;

__global__ void adjust(float* out, const float* in, const float* gains, const float* offsets,
                       int n) {
  __shared__ float table[2 * kChannels];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i >= n) return;
  if (t < 2 * kChannels) table[t] = t < kChannels ? gains[t] : offsets[t - kChannels];
  __syncthreads();
  out[i] = table[i % kChannels] * in[i] + table[kChannels + i % kChannels];
}

void launch_adjust(float* out, const float* in, const float* gain, const float* offset, int n) {
  adjust<<<(n - 1) / 256 + 1, 256>>>(out, in, gain, offset, n);
}
