// A grid for the matrices of which the task tells.
// rejected by: result
// expect: FAILED  5003 rows × 2 columns: index
#include <cuda_runtime.h>

// A matrix of `rows` rows and `columns` columns, row after row.
__global__ void clear(float* matrix, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) return;
  if (row == 0 || column == 0 || row == rows - 1 || column == columns - 1) {
    matrix[row * columns + column] = 0;
  }
}

void launch_clear(float* matrix, int rows, int columns) {
  const dim3 block(32, 8);
  const dim3 grid(129, 16);
  clear<<<grid, block>>>(matrix, rows, columns);
}
