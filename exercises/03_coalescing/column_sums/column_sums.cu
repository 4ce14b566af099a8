// Exercise · column_sums: the sum of each column of a matrix, one thread per column.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

// A matrix of `rows` rows and `columns` columns, row after row. sums[c] is the sum of column c.
__global__ void sum_columns(float* sums, const float* matrix, int rows, int columns) {
  // TODO (about 5 lines): which column is this thread's? Go down its rows.
  // END
}

void launch_column_sums(float* sums, const float* matrix, int rows, int columns) {
  // TODO (about 2 lines): a one-dimensional grid with a thread for each column
  // END
}
