// Right: but a parameter lies in constant memory, too, where 24 words are delivered one at a time. The CPU
// backend does not count them; the copy to the host is seen.
// rejected by: result
// expect: FAILED  samples = 1: gains or offsets were copied to the host
// expect: in constant memory again
#include <cuda_runtime.h>

constexpr int kChannels = 24;

constexpr int kWords = 48;

struct Table {
  float gains[kChannels], offsets[kChannels];
};

__global__ void adjust(float* out, const float* in, int n, const __grid_constant__ Table table) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = table.gains[i % kChannels] * in[i] + table.offsets[i % kChannels];
}

void launch_adjust(float* out, const float* in, const float* gain, const float* offset, int n) {
  Table table = {};
  cudaMemcpy(table.gains, gain, sizeof table.gains, cudaMemcpyDeviceToHost);
  cudaMemcpy(table.offsets, offset, sizeof table.offsets, cudaMemcpyDeviceToHost);
  adjust<<<(n - 1) / 256 + 1, 256>>>(out, in, n, table);
}
