// The sums never begin at 0.
// rejected by: model
// expect: FAILED  1 rows × 1 columns: the kernel stores, but what was in `sums` before goes into each sum
#include <cuda_runtime.h>

__global__ void sum_columns(float* sums, const float* matrix, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  for (int row = 0; row < rows; ++row) sums[column] += matrix[row * columns + column];
}

void launch_column_sums(float* sums, const float* matrix, int rows, int columns) {
  sum_columns<<<(columns + 127) / 128, 128>>>(sums, matrix, rows, columns);
}
