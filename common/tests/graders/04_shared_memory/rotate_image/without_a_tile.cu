// Right, but every lane of a store is in a row of its own.
// rejected by: model
// expect: sectors stored:
// expect: a warp should store 32 neighbours
#include <cuda_runtime.h>

constexpr int kTile = 32;
constexpr int kRows = 8;

__global__ void rotate(float* out, const float* in, int rows, int columns) {
  const int column = blockIdx.x * kTile + threadIdx.x;
  for (int y = threadIdx.y; y < kTile; y += kRows) {
    const int row = blockIdx.y * kTile + y;
    if (row < rows && column < columns) {
      out[column * rows + rows - 1 - row] = in[row * columns + column];
    }
  }
}
