// A matrix of two columns has no last column.
// rejected by: result
// expect: FAILED  79 rows × 2 columns: index
#include <cuda_runtime.h>

// A matrix of `rows` rows and `columns` columns, row after row.
__global__ void clear(float* matrix, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) return;
  if (row == 0 || column == 0 || row == rows - 1 || (columns != 2 && column == columns - 1)) {
    matrix[row * columns + column] = 0;
  }
}

void launch_clear(float* matrix, int rows, int columns) {
  const dim3 block(32, 8);
  const dim3 grid((columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  clear<<<grid, block>>>(matrix, rows, columns);
}
