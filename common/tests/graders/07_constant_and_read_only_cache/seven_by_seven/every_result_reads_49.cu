// Right: a tile of 64 × 64 results loads few pixels twice, but each result reads 49 words of it.
// rejected by: model
// expect: load requests per 32 results:
// expect: a pixel that a thread has loaded should serve several of its results
#include <cuda_runtime.h>

constexpr int kRadius = 3, kSide = 2 * kRadius + 1;

__constant__ float weights[kSide][kSide];

__device__ inline int clamp(int i, int size) { return min(max(i, 0), size - 1); }

constexpr int kPixels = 484;

constexpr int kX = 64, kY = 8, kRows = 8;  // threads, and the results of each

__global__ void filter(float* out, const float* in, int width, int height) {
  constexpr int kTileX = kX + 2 * kRadius, kTileY = kY * kRows + 2 * kRadius;
  __shared__ float tile[kTileY][kTileX];
  const int x0 = blockIdx.x * kX, y0 = blockIdx.y * kY * kRows;
  for (int j = threadIdx.y; j < kTileY; j += kY) {
    const float* row = in + clamp(y0 + j - kRadius, height) * width;
    for (int i = threadIdx.x; i < kTileX; i += kX) tile[j][i] = row[clamp(x0 + i - kRadius, width)];
  }
  __syncthreads();
  const int x = x0 + threadIdx.x;
  for (int r = threadIdx.y; r < kY * kRows; r += kY) {
    if (x >= width || y0 + r >= height) continue;
    float sum = 0;
    for (int j = 0; j < kSide; ++j) {
      for (int i = 0; i < kSide; ++i) sum += weights[j][i] * tile[r + j][threadIdx.x + i];
    }
    out[(y0 + r) * width + x] = sum;
  }
}

void launch_filter(float* out, const float* in, int width, int height) {
  const dim3 grid((width - 1) / kX + 1, (height - 1) / (kY * kRows) + 1);
  filter<<<grid, dim3(kX, kY)>>>(out, in, width, height);
}
