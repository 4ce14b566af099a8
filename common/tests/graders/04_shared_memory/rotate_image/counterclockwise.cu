// Turns the other way: the first row becomes the first column, from below.
// rejected by: result
// expect: FAILED  1 rows × 31 columns: out, index 0 (row 0, column 0): expected
#include <cuda_runtime.h>

constexpr int kRows = 16, kColumns = 64;
constexpr int kThreads = 256;

__global__ void rotate(float* out, const float* in, int rows, int columns) {
  __shared__ float tile[kRows][kColumns];
  const int row = blockIdx.y * kRows, column = blockIdx.x * kColumns;
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
      out[(columns - 1 - (column + x)) * rows + row + y] = tile[y][x ^ (2 * y)];
    }
  }
}
