// Right, but one warp adds up all columns.
// rejected by: model
// expect: sums were written by warp 0 of block (0,0,0) alone: share them out
#include <cuda_runtime.h>

// A matrix of `rows` rows and `columns` columns, row after row. sums[c] is the sum of column c.
__global__ void sum_columns(float* sums, const float* matrix, int rows, int columns) {
  for (int column = threadIdx.x; column < columns; column += 32) {
    float sum = 0;
    for (int row = 0; row < rows; ++row) sum += matrix[row * columns + column];
    sums[column] = sum;
  }
}

void launch_column_sums(float* sums, const float* matrix, int rows, int columns) {
  sum_columns<<<1, 32>>>(sums, matrix, rows, columns);
}
