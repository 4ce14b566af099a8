// Right, but every lane of a store is in a row of its own.
// rejected by: model
// expect: sectors stored:
// expect: a warp should store 16 neighbours
#include <cuda_runtime.h>

constexpr int kRows = 16, kColumns = 64;
constexpr int kThreads = 256;

__global__ void rotate(float* out, const float* in, int rows, int columns) {
  const int row = blockIdx.y * kRows, column = blockIdx.x * kColumns;
  for (int k = threadIdx.x; k < kRows * kColumns; k += kThreads) {
    const int y = row + k / kColumns, x = column + k % kColumns;
    if (y < rows && x < columns) out[x * rows + rows - 1 - y] = in[y * columns + x];
  }
}
