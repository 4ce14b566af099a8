// Right, and every thread loads two whole columns.
// rejected by: model
// expect: columns: load requests:
// expect: 32 × 32 tiles
#include <cuda_runtime.h>

__global__ void gram(float* g, const float* a, int rows, int columns) {
  const int i = blockIdx.y * 32 + threadIdx.y, j = blockIdx.x * 32 + threadIdx.x;
  if (j < i || j >= columns) return;
  float sum = 0;
  for (int r = 0; r < rows; ++r) sum += a[r * columns + i] * a[r * columns + j];
  g[i * columns + j] = sum;
  g[j * columns + i] = sum;
}

void launch_gram(float* g, const float* a, int rows, int columns) {
  const int tiles = (columns + 31) / 32;
  gram<<<dim3(tiles, tiles), dim3(32, 32)>>>(g, a, rows, columns);
}
