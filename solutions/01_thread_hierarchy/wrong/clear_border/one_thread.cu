// Right, by a single thread.
// rejected by: hardware counter
// expect: FAILED  1 rows × 31 columns: store requests:
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
