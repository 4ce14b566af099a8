// Right, tile after tile, in one block.
// rejected by: model
// expect: were written by block (0,0,0) alone: share them out among more
#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr int kMaxRadius = 16;

__global__ void average(float* out, const float* in, int n, int radius) {
  __shared__ float tile[kBlock + 2 * kMaxRadius];
  if (blockIdx.x > 0) return;
  for (int b = 0; b < gridDim.x; ++b) {
    const int first = b * kBlock - radius;
    for (int k = threadIdx.x; k < kBlock + 2 * radius; k += kBlock)
      if (0 <= first + k && first + k < n) tile[k] = in[first + k];
    __syncthreads();
    const int i = b * kBlock + threadIdx.x;
    const int from = max(i - radius, 0), to = min(i + radius, n - 1);
    float sum = 0;
    for (int k = from; k <= to; ++k) sum += tile[k - first];
    if (i < n) out[i] = sum / (to - from + 1);
    __syncthreads();
  }
}
