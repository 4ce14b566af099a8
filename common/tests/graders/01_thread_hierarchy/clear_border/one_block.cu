// Right, by a single block.
// rejected by: model
// expect: FAILED  5 rows × 4097 columns: 8200 elements of matrix were written by block (0,0,0) alone: share them out
#include <cuda_runtime.h>

__global__ void clear(float* matrix, int rows, int columns) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  for (int k = t; k < columns; k += threads) {
    matrix[k] = 0;
    matrix[(rows - 1) * columns + k] = 0;
  }
  for (int k = t; k < rows; k += threads) {
    matrix[k * columns] = 0;
    matrix[k * columns + columns - 1] = 0;
  }
}

void launch_clear(float* matrix, int rows, int columns) {
  clear<<<1, 1024>>>(matrix, rows, columns);
}
