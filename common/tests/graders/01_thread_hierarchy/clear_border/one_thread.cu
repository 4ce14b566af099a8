// Right, by a single thread.
// rejected by: model
// expect: FAILED  64 rows × 32 columns: 188 elements of matrix were written by thread (0,0,0) of block (0,0,0) alone: share them out
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

void launch_clear(float* matrix, int rows, int columns) { clear<<<1, 1>>>(matrix, rows, columns); }
