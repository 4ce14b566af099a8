// Right, but a column of padding takes 128 bytes more than there are.
// rejected by: result
// expect: FAILED  the kernel has 4224 bytes of shared memory, and may have 4096
#include <cuda_runtime.h>

constexpr int kTile = 32;
constexpr int kRows = 8;

__global__ void rotate(float* out, const float* in, int rows, int columns) {
  __shared__ float tile[kTile][kTile + 1];
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
