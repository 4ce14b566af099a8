// Exercise · rotate_image: a quarter turn clockwise, with a tile that has no room for padding.
// The task and its hints are in README.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kRows = 16, kColumns = 64;  // of a tile
constexpr int kThreads = 256;             // of a block, in one dimension

// `in` has `rows` rows of `columns` floats, `out` has `columns` rows of `rows` floats. The first
// row of `in` becomes the last column of `out`. A block per tile: blockIdx.x counts tiles along a
// row of `in`, blockIdx.y along a column.
__global__ void rotate(float* out, const float* in, int rows, int columns) {
  // TODO (about 14 lines): load rows, store rows; at most 4096 bytes of shared memory
  __shared__ float tile[kRows][kColumns];  // element x of row y lies at x ^ (2 * y)
  const int row = blockIdx.y * kRows, column = blockIdx.x * kColumns;
  for (int k = threadIdx.x; k < kRows * kColumns; k += kThreads) {
    const int y = k / kColumns, x = k % kColumns;  // along a row of the tile
    if (row + y < rows && column + x < columns) {
      tile[y][x ^ (2 * y)] = in[(row + y) * columns + column + x];
    }
  }
  __syncthreads();
  for (int k = threadIdx.x; k < kRows * kColumns; k += kThreads) {
    const int y = k % kRows, x = k / kRows;  // down a column, and a warp has two columns
    if (row + y < rows && column + x < columns) {
      out[(column + x) * rows + rows - 1 - (row + y)] = tile[y][x ^ (2 * y)];
    }
  }
  // END
}
