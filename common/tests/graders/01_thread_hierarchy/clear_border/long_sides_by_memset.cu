// The kernel does the short sides, a memset the long ones.
// rejected by: model
// expect: FAILED  1 row × 31 columns:
// expect: written by a copy or a memset of the host: that is what a kernel is to do
#include <cuda_runtime.h>

__global__ void clear(float* matrix, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  matrix[row * columns] = 0;
  matrix[row * columns + columns - 1] = 0;
}

void launch_clear(float* matrix, int rows, int columns) {
  cudaMemset(matrix, 0, columns * sizeof(float));
  cudaMemset(matrix + (rows - 1) * columns, 0, columns * sizeof(float));
  clear<<<(rows + 255) / 256, 256>>>(matrix, rows, columns);
}
