// Reads columns that other warps have not filled yet.
// rejected by: compute-sanitizer racecheck
// expect: simt: race on shared memory
// expect: of tile
// expect: the kernel did not run to its end
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
  for (int k = threadIdx.x; k < kRows * kColumns; k += kThreads) {
    const int y = k % kRows, x = k / kRows;
    if (row + y < rows && column + x < columns) {
      out[(column + x) * rows + rows - 1 - (row + y)] = tile[y][x ^ (2 * y)];
    }
  }
}
