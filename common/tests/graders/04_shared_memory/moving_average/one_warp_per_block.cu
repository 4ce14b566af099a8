// Right, but seven of eight warps have nothing to do.
// rejected by: model
// expect: were written by warp 0 of block (0,0,0) alone: share them out among more
#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr int kMaxRadius = 16;

__global__ void average(float* out, const float* in, int n, int radius) {
  __shared__ float tile[kBlock + 2 * kMaxRadius];
  if (threadIdx.x >= 32) return;
  const int first = blockIdx.x * kBlock - radius;
  for (int k = threadIdx.x; k < kBlock + 2 * radius; k += 32)
    if (0 <= first + k && first + k < n) tile[k] = in[first + k];
  __syncwarp();
  for (int t = threadIdx.x; t < kBlock; t += 32) {
    const int i = blockIdx.x * kBlock + t;
    if (i >= n) continue;
    const int from = max(i - radius, 0), to = min(i + radius, n - 1);
    float sum = 0;
    for (int k = from; k <= to; ++k) sum += tile[k - first];
    out[i] = sum / (to - from + 1);
  }
}
