// A grid for the widest matrix of which the task told.
// rejected by: result
// expect: FAILED  2 rows × 16411 columns: sums, index 9088
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
  sum_columns<<<71, block>>>(sums, matrix, rows, columns);
}
