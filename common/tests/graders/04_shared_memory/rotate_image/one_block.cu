// Right, but one block turns all tiles.
// rejected by: model
// expect: of out were written by
// expect: alone: share them out among more blocks
#include <cuda_runtime.h>

constexpr int kRows = 16, kColumns = 64;
constexpr int kThreads = 256;

__global__ void rotate(float* out, const float* in, int rows, int columns) {
  __shared__ float tile[kRows][kColumns];
  if (blockIdx.x + blockIdx.y > 0) return;
  for (int row = 0; row < rows; row += kRows) {
    for (int column = 0; column < columns; column += kColumns) {
      for (int k = threadIdx.x; k < kRows * kColumns; k += kThreads) {
        const int y = k / kColumns, x = k % kColumns;
        if (row + y < rows && column + x < columns) {
          tile[y][x ^ (2 * y)] = in[(row + y) * columns + column + x];
        }
      }
      __syncthreads();
      for (int k = threadIdx.x; k < kRows * kColumns; k += kThreads) {
        const int y = k % kRows, x = k / kRows;
        if (row + y < rows && column + x < columns) {
          out[(column + x) * rows + rows - 1 - (row + y)] = tile[y][x ^ (2 * y)];
        }
      }
      __syncthreads();
    }
  }
}
