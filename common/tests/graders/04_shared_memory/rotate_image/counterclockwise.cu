// Turns the other way: the first row becomes the first column, from below.
// rejected by: result
// expect: FAILED  1 rows × 31 columns: out, index 0 (row 0, column 0): expected
#include <cuda_runtime.h>

constexpr int kTile = 32;
constexpr int kRows = 8;

__global__ void rotate(float* out, const float* in, int rows, int columns) {
  __shared__ float tile[kTile][kTile];
  const int x = threadIdx.x, column = blockIdx.x * kTile, row = blockIdx.y * kTile;
  for (int y = threadIdx.y; y < kTile; y += kRows) {
    if (row + y < rows && column + x < columns) {
      tile[y][x ^ y] = in[(row + y) * columns + column + x];
    }
  }
  __syncthreads();
  for (int y = threadIdx.y; y < kTile; y += kRows) {
    if (row + x < rows && column + y < columns) {
      out[(columns - 1 - (column + y)) * rows + row + x] = tile[x][y ^ x];
    }
  }
}
