// Right, but seven of eight warps have nothing to do.
// rejected by: model
// expect: were written by 2 warps; 4 or more can share them out
#include <cuda_runtime.h>

constexpr int kRows = 16, kColumns = 64;
constexpr int kThreads = 256;

__global__ void rotate(float* out, const float* in, int rows, int columns) {
  __shared__ float tile[kRows][kColumns];
  if (threadIdx.x >= 32) return;
  const int row = blockIdx.y * kRows, column = blockIdx.x * kColumns;
  for (int k = threadIdx.x; k < kRows * kColumns; k += 32) {
    const int y = k / kColumns, x = k % kColumns;
    if (row + y < rows && column + x < columns) {
      tile[y][x ^ (2 * y)] = in[(row + y) * columns + column + x];
    }
  }
  __syncwarp();
  for (int k = threadIdx.x; k < kRows * kColumns; k += 32) {
    const int y = k % kRows, x = k / kRows;
    if (row + y < rows && column + x < columns) {
      out[(column + x) * rows + rows - 1 - (row + y)] = tile[y][x ^ (2 * y)];
    }
  }
}
