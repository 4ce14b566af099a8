// Reads the tables in shared memory while the first warp may still be filling them.
// rejected by: compute-sanitizer racecheck
// expect: race on shared memory
#include <cuda_runtime.h>

constexpr int kChannels = 24;

constexpr int kWords = 48;

__global__ void adjust(float* out, const float* in, const float* gains, const float* offsets,
                       int n) {
  __shared__ float gain[kChannels], offset[kChannels];
  if (threadIdx.x < kChannels) {
    gain[threadIdx.x] = gains[threadIdx.x];
    offset[threadIdx.x] = offsets[threadIdx.x];
  }
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = gain[i % kChannels] * in[i] + offset[i % kChannels];
}

void launch_adjust(float* out, const float* in, const float* gain, const float* offset, int n) {
  adjust<<<(n - 1) / 256 + 1, 256>>>(out, in, gain, offset, n);
}
