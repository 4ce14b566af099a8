// A thread per row adds to the sums of all columns, as one would on a CPU.
// rejected by: model
// expect: FAILED  1 rows × 1 columns: atomic requests: 1; none is needed: a column is one thread's
#include <cuda_runtime.h>

__global__ void sum_columns(float* sums, const float* matrix, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  for (int column = 0; column < columns; ++column) {
    atomicAdd(&sums[column], matrix[row * columns + column]);
  }
}

void launch_column_sums(float* sums, const float* matrix, int rows, int columns) {
  sum_columns<<<(rows + 127) / 128, 128>>>(sums, matrix, rows, columns);
}
