// Right, without a kernel.
// rejected by: model
// expect: FAILED  1 row × 1 column: matrix[0] was written by a copy or a memset of the host: that is what a kernel is to do
#include <cuda_runtime.h>

void launch_clear(float* matrix, int rows, int columns) {
  const size_t pitch = columns * sizeof(float);
  cudaMemset(matrix, 0, pitch);
  cudaMemset(matrix + (rows - 1) * columns, 0, pitch);
  cudaMemset2D(matrix, pitch, 0, sizeof(float), rows);
  cudaMemset2D(matrix + columns - 1, pitch, 0, sizeof(float), rows);
}
