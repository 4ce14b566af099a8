// Right, but two words of padding per row take 128 bytes more than there are.
// rejected by: result
// expect: FAILED  the kernel has 4224 bytes of shared memory, and may have 4096
#include <cuda_runtime.h>

constexpr int kRows = 16, kColumns = 64;
constexpr int kThreads = 256;

__global__ void rotate(float* out, const float* in, int rows, int columns) {
  __shared__ float tile[kRows][kColumns + 2];
  const int row = blockIdx.y * kRows, column = blockIdx.x * kColumns;
  for (int k = threadIdx.x; k < kRows * kColumns; k += kThreads) {
    const int y = k / kColumns, x = k % kColumns;
    if (row + y < rows && column + x < columns) {
      tile[y][x] = in[(row + y) * columns + column + x];
    }
  }
  __syncthreads();
  for (int k = threadIdx.x; k < kRows * kColumns; k += kThreads) {
    const int y = k % kRows, x = k / kRows;
    if (row + y < rows && column + x < columns) {
      out[(column + x) * rows + rows - 1 - (row + y)] = tile[y][x];
    }
  }
}
