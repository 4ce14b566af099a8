// Right, but one block turns all tiles.
// rejected by: model
// expect: of out were written by
// expect: alone: share them out among more blocks
#include <cuda_runtime.h>

constexpr int kTile = 32;
constexpr int kRows = 8;

__global__ void rotate(float* out, const float* in, int rows, int columns) {
  const int x = threadIdx.x, column = blockIdx.x * kTile, row = blockIdx.y * kTile;
  __shared__ float tile[kTile][kTile];
  if (blockIdx.x + blockIdx.y > 0) return;
  for (int row = 0; row < rows; row += 32)
    for (int column = 0; column < columns; column += 32) {
      for (int y = threadIdx.y; y < kTile; y += kRows)
        if (row + y < rows && column + x < columns)
          tile[y][x ^ y] = in[(row + y) * columns + column + x];
      __syncthreads();
      for (int y = threadIdx.y; y < kTile; y += kRows)
        if (row + x < rows && column + y < columns)
          out[(column + y) * rows + rows - 1 - (row + x)] = tile[x][y ^ x];
      __syncthreads();
    }
}
