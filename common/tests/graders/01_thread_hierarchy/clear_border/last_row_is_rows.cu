// The last row is number rows - 1.
// rejected by: result
// expect: FAILED  2 rows × 2 columns: index 3 (row 1, column 1)
// expect: expected 0, got
#include <cuda_runtime.h>

__global__ void clear(float* matrix, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) return;
  if (row == 0 || column == 0 || row == rows || column == columns) {
    matrix[row * columns + column] = 0;
  }
}

void launch_clear(float* matrix, int rows, int columns) {
  const dim3 block(32, 8);
  clear<<<dim3((columns + 31) / 32, (rows + 7) / 8), block>>>(matrix, rows, columns);
}
