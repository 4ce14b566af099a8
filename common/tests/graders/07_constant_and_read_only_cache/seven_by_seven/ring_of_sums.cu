// Right: the sums stand still and the place moves, but a place that is computed is not in registers.
// rejected by: model
// expect: requests to local memory:
// expect: an array whose places are computed is not in registers
#include <cuda_runtime.h>

constexpr int kRadius = 3, kSide = 2 * kRadius + 1;

__constant__ float weights[kSide][kSide];

__device__ inline int clamp(int i, int size) { return min(max(i, 0), size - 1); }

constexpr int kPixels = 484;

constexpr int kBlock = 128, kRows = 32;

__global__ void filter(float* out, const float* in, int width, int height) {
  __shared__ float row[kBlock + 2 * kRadius];
  const int x0 = blockIdx.x * kBlock, x = x0 + threadIdx.x, y0 = blockIdx.y * kRows;
  const int end = min(y0 + kRows, height);
  float sums[kSide] = {};  // of 7 results, one below the other
  for (int y = y0 - kRadius; y < end + kRadius; ++y) {
    __syncthreads();  // the row above has been read
    for (int i = threadIdx.x; i < kBlock + 2 * kRadius; i += kBlock) {
      row[i] = in[clamp(y, height) * width + clamp(x0 + i - kRadius, width)];
    }
    __syncthreads();
    const int newest = (y - y0 + kRadius) % kSide;
    sums[newest] = 0;
#pragma unroll
    for (int i = 0; i < kSide; ++i) {
      const float pixel = row[threadIdx.x + i];
#pragma unroll
      for (int j = 0; j < kSide; ++j) sums[(newest - j + kSide) % kSide] += weights[j][i] * pixel;
    }
    if (y - kRadius >= y0 && x < width) out[(y - kRadius) * width + x] = sums[(newest + 1) % kSide];
  }
}

void launch_filter(float* out, const float* in, int width, int height) {
  const dim3 grid((width - 1) / kBlock + 1, (height - 1) / kRows + 1);
  filter<<<grid, kBlock>>>(out, in, width, height);
}
