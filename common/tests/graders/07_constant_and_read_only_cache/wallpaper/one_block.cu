// Right, and one multiprocessor of 132 is at work.
// rejected by: model
// expect: elements of out were written by block (0,0,0) alone: share them out
#include <cuda_runtime.h>

constexpr int kMaxRadius = 3;

__constant__ float weight_table[(2 * kMaxRadius + 1) * (2 * kMaxRadius + 1)];

// i may be negative, and more than one picture away.
__device__ int wrap(int i, int size) {
  const int rest = i % size;
  return rest < 0 ? rest + size : rest;
}

__global__ void filter(float* out, const float* in, int width, int height, int radius) {
  for (int y = threadIdx.y; y < height; y += blockDim.y) {
    for (int x = threadIdx.x; x < width; x += blockDim.x) {
      float sum = 0;
      int k = 0;
      for (int j = -radius; j <= radius; ++j) {
        const float* row = in + wrap(y + j, height) * width;
        for (int i = -radius; i <= radius; ++i, ++k) {
          sum += weight_table[k] * row[wrap(x + i, width)];
        }
      }
      out[y * width + x] = sum;
    }
  }
}

void filter_wallpaper(float* out, const float* in, int width, int height, const float* weights,
                      int radius) {
  const int side = 2 * radius + 1;
  cudaMemcpyToSymbol(weight_table, weights, side * side * sizeof(float));
  filter<<<1, dim3(32, 32)>>>(out, in, width, height, radius);
}
