// For 2048 columns, and not for more.
// rejected by: result
// expect: FAILED  3 rows × 9001 columns: sums, index 2048: expected
// expect: never written
#include <cuda_runtime.h>

// A matrix of `rows` rows and `columns` columns, row after row. sums[c] is the sum of column c.
__global__ void sum_columns(float* sums, const float* matrix, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  float sum = 0;
  for (int row = 0; row < rows; ++row) sum += matrix[row * columns + column];
  sums[column] = sum;
}

void launch_column_sums(float* sums, const float* matrix, int rows, int columns) {
  const int block = 128;
  sum_columns<<<16, block>>>(sums, matrix, rows, columns);
}
