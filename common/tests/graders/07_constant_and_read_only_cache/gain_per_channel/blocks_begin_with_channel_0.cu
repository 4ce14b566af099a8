// Takes the thread's place in the block for the channel, but 256 threads are no whole samples.
// rejected by: result
// expect: index 256 (row 10, column 16): expected
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
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = gain[threadIdx.x % kChannels] * in[i] + offset[threadIdx.x % kChannels];
}

void launch_adjust(float* out, const float* in, const float* gain, const float* offset, int n) {
  adjust<<<(n - 1) / 256 + 1, 256>>>(out, in, gain, offset, n);
}
