// Right, but the 32 words of a column are in one bank.
// rejected by: model
// expect: bank conflicts:
// expect: different words of the same bank
#include <cuda_runtime.h>

constexpr int kTile = 32;
constexpr int kRows = 8;

__global__ void rotate(float* out, const float* in, int rows, int columns) {
  __shared__ float tile[kTile][kTile];
  const int x = threadIdx.x, column = blockIdx.x * kTile, row = blockIdx.y * kTile;
  for (int y = threadIdx.y; y < kTile; y += kRows) {
    if (row + y < rows && column + x < columns) {
      tile[y][x] = in[(row + y) * columns + column + x];
    }
  }
  __syncthreads();
  for (int y = threadIdx.y; y < kTile; y += kRows) {
    if (row + x < rows && column + y < columns) {
      out[(column + y) * rows + rows - 1 - (row + x)] = tile[x][y];
    }
  }
}
