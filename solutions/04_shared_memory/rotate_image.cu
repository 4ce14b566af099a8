// Exercise · rotate_image: a quarter turn clockwise, with a tile that has no room for padding.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kTile = 32;  // rows and columns of a tile
constexpr int kRows = 8;   // of threads: a block has 32 × 8

// `in` has `rows` rows of `columns` floats, `out` has `columns` rows of `rows` floats. The first
// row of `in` becomes the last column of `out`. A block per tile: blockIdx.x counts tiles along a
// row of `in`, blockIdx.y along a column.
__global__ void rotate(float* out, const float* in, int rows, int columns) {
  // TODO (about 14 lines): load rows, store rows; at most 4096 bytes of shared memory
  __shared__ float tile[kTile][kTile];  // element x of row y lies at x ^ y
  const int x = threadIdx.x, column = blockIdx.x * kTile, row = blockIdx.y * kTile;
  for (int y = threadIdx.y; y < kTile; y += kRows) {
    if (row + y < rows && column + x < columns) {
      tile[y][x ^ y] = in[(row + y) * columns + column + x];
    }
  }
  __syncthreads();
  for (int y = threadIdx.y; y < kTile; y += kRows) {
    if (row + x < rows && column + y < columns) {
      out[(column + y) * rows + rows - 1 - (row + x)] = tile[x][y ^ x];
    }
  }
  // END
}
