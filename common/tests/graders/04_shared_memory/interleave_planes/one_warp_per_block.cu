// Right, but seven of eight warps have nothing to do.
// rejected by: model
// expect: points were written by warp 0 of block (0,0,0) alone: share them out among more
#include <cuda_runtime.h>

constexpr int kBlock = 256;

__global__ void interleave(float* points, const float* x, const float* y, const float* z, int n) {
  __shared__ float tile[3 * kBlock];
  const int first = blockIdx.x * kBlock;
  if (threadIdx.x >= 32) return;
  for (int t = threadIdx.x; t < kBlock && first + t < n; t += 32) {
    tile[3 * t] = x[first + t];
    tile[3 * t + 1] = y[first + t];
    tile[3 * t + 2] = z[first + t];
  }
  __syncwarp();
  for (int k = threadIdx.x; k < 3 * kBlock && 3 * first + k < 3 * n; k += 32)
    points[3 * first + k] = tile[k];
}
