// Does not look whether it is the border.
// rejected by: result
// expect: FAILED  31 rows × 33 columns: index 34 (row 1, column 1): expected
#include <cuda_runtime.h>

__global__ void clear(float* matrix, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) matrix[row * columns + column] = 0;
}

void launch_clear(float* matrix, int rows, int columns) {
  const dim3 block(32, 8);
  clear<<<dim3((columns + 31) / 32, (rows + 7) / 8), block>>>(matrix, rows, columns);
}
