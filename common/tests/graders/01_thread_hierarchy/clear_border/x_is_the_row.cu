// Right, but a warp runs down a column.
// rejected by: hardware counter
// expect: FAILED  8 rows × 1024 columns: store requests:
// expect: let x run along them
#include <cuda_runtime.h>

__global__ void clear(float* matrix, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) return;
  if (row == 0 || column == 0 || row == rows - 1 || column == columns - 1) {
    matrix[row * columns + column] = 0;
  }
}

void launch_clear(float* matrix, int rows, int columns) {
  const dim3 block(32, 8);
  clear<<<dim3((rows + 31) / 32, (columns + 7) / 8), block>>>(matrix, rows, columns);
}
