// Right, but one thread does it all: a load of 4 bytes needs a sector of 32.
// rejected by: hardware counter
// expect: FAILED  2 rows × 31 columns: load sectors: 62; 10 are enough
#include <cuda_runtime.h>

__global__ void sum_columns(float* sums, const float* matrix, int rows, int columns) {
  for (int column = 0; column < columns; ++column) {
    float sum = 0;
    for (int row = 0; row < rows; ++row) sum += matrix[row * columns + column];
    sums[column] = sum;
  }
}

void launch_column_sums(float* sums, const float* matrix, int rows, int columns) {
  sum_columns<<<1, 1>>>(sums, matrix, rows, columns);
}
