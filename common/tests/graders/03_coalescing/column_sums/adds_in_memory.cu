// Right, but the sum goes to memory and comes back in every row.
// rejected by: hardware counter
// expect: FAILED  2 rows × 31 columns: store requests:
// expect: in a register
#include <cuda_runtime.h>

__global__ void sum_columns(float* sums, const float* matrix, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  sums[column] = 0;
  for (int row = 0; row < rows; ++row) sums[column] += matrix[row * columns + column];
}

void launch_column_sums(float* sums, const float* matrix, int rows, int columns) {
  sum_columns<<<(columns + 127) / 128, 128>>>(sums, matrix, rows, columns);
}
