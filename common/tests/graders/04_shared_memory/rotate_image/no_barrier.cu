// Reads columns that other warps have not filled yet.
// rejected by: compute-sanitizer racecheck
// expect: simt: race on shared memory
// expect: of tile
// expect: the kernel did not run to its end
#include <cuda_runtime.h>

constexpr int kTile = 32;
constexpr int kRows = 8;

__global__ void rotate(float* out, const float* in, int rows, int columns) {
  const int x = threadIdx.x, column = blockIdx.x * kTile, row = blockIdx.y * kTile;
  __shared__ float tile[kTile][kTile];
  for (int y = threadIdx.y; y < kTile; y += kRows)
    if (row + y < rows && column + x < columns)
      tile[y][x ^ y] = in[(row + y) * columns + column + x];
  for (int y = threadIdx.y; y < kTile; y += kRows)
    if (row + x < rows && column + y < columns)
      out[(column + y) * rows + rows - 1 - (row + x)] = tile[x][y ^ x];
}
