// A picture that is smaller than the radius has to be gone around more than once.
// rejected by: result
// expect: FAILED  width 2, height 1, radius 3:
#include <cuda_runtime.h>

constexpr int kMaxRadius = 3;

__constant__ float weight_table[(2 * kMaxRadius + 1) * (2 * kMaxRadius + 1)];

__device__ int wrap(int i, int size) {
  if (i < 0) return i + size;
  if (i >= size) return i - size;
  return i;
}

__global__ void filter(float* out, const float* in, int width, int height, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
  int k = 0;
  for (int j = -radius; j <= radius; ++j) {
    const float* row = in + wrap(y + j, height) * width;
    for (int i = -radius; i <= radius; ++i, ++k) sum += weight_table[k] * row[wrap(x + i, width)];
  }
  out[y * width + x] = sum;
}

void filter_wallpaper(float* out, const float* in, int width, int height, const float* weights,
                      int radius) {
  const int side = 2 * radius + 1;
  cudaMemcpyToSymbol(weight_table, weights, side * side * sizeof(float));
  const dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
  filter<<<grid, block>>>(out, in, width, height, radius);
}
