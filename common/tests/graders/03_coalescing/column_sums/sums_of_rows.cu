// A thread per row: the sums of the rows.
// rejected by: result
// expect: FAILED  2 rows × 31 columns: sums, index 0: expected
#include <cuda_runtime.h>

__global__ void sum_columns(float* sums, const float* matrix, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int column = 0; column < columns; ++column) sum += matrix[row * columns + column];
  sums[row] = sum;
}

void launch_column_sums(float* sums, const float* matrix, int rows, int columns) {
  sum_columns<<<(rows + 127) / 128, 128>>>(sums, matrix, rows, columns);
}
