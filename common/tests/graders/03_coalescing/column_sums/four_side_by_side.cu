// Right, with sums in registers, but a thread has four neighbouring columns: the lanes are 16 bytes apart.
// rejected by: hardware counter
// expect: FAILED  2 rows × 31 columns: load sectors: 33; 10 are enough
// expect: the columns of one thread lie apart
#include <cuda_runtime.h>

__global__ void sum_columns(float* sums, const float* matrix, int rows, int columns) {
  const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  float sum[4] = {};
  for (int row = 0; row < rows; ++row) {
    for (int k = 0; k < 4; ++k) {
      if (first + k < columns) sum[k] += matrix[row * columns + first + k];
    }
  }
  for (int k = 0; k < 4; ++k) {
    if (first + k < columns) sums[first + k] = sum[k];
  }
}

void launch_column_sums(float* sums, const float* matrix, int rows, int columns) {
  sum_columns<<<(columns + 511) / 512, 128>>>(sums, matrix, rows, columns);
}
