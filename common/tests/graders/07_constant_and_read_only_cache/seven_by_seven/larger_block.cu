// Right: the largest block there is, with one result per thread, and its halo is still 41 % more.
// rejected by: model
// expect: sectors loaded for each of the picture:
// expect: is loaded again by others
#include <cuda_runtime.h>

constexpr int kRadius = 3, kSide = 2 * kRadius + 1;

__constant__ float weights[kSide][kSide];

__device__ inline int clamp(int i, int size) { return min(max(i, 0), size - 1); }

constexpr int kPixels = 484;

constexpr int kBlock = 32;

__global__ void filter(float* out, const float* in, int width, int height) {
  constexpr int kTile = kBlock + 2 * kRadius;
  __shared__ float tile[kTile][kTile];
  const int x0 = blockIdx.x * kBlock, y0 = blockIdx.y * kBlock;
  for (int j = threadIdx.y; j < kTile; j += kBlock) {
    const float* row = in + clamp(y0 + j - kRadius, height) * width;
    for (int i = threadIdx.x; i < kTile; i += kBlock) {
      tile[j][i] = row[clamp(x0 + i - kRadius, width)];
    }
  }
  __syncthreads();
  const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
#pragma unroll
  for (int j = 0; j < kSide; ++j) {
#pragma unroll
    for (int i = 0; i < kSide; ++i) sum += weights[j][i] * tile[threadIdx.y + j][threadIdx.x + i];
  }
  out[y * width + x] = sum;
}

void launch_filter(float* out, const float* in, int width, int height) {
  const dim3 grid((width - 1) / kBlock + 1, (height - 1) / kBlock + 1);
  filter<<<grid, dim3(kBlock, kBlock)>>>(out, in, width, height);
}
