// Right, but neighbouring threads have columns that are gridDim.x apart.
// rejected by: hardware counter
// expect: columns: load sectors:
// expect: 32 neighbours of one row
#include <cuda_runtime.h>

__global__ void sum_columns(float* sums, const float* matrix, int rows, int columns) {
  const int column = threadIdx.x * gridDim.x + blockIdx.x;
  if (column >= columns) return;
  float sum = 0;
  for (int row = 0; row < rows; ++row) sum += matrix[row * columns + column];
  sums[column] = sum;
}

void launch_column_sums(float* sums, const float* matrix, int rows, int columns) {
  sum_columns<<<(columns + 127) / 128, 128>>>(sums, matrix, rows, columns);
}
