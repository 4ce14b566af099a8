// Exercise · long_rows: sums of rows, of which some are very long.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include "tutorial/check.cuh"

constexpr int kBlock = 128;
constexpr int kLong = 512;  // a row of more numbers gets a grid of its own

// The sum of the values of a warp's lanes, for lane 0.
__device__ int warp_sum(int value) {
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(~0u, value, offset);
  return value;
}

// Row i is numbers[begin[i]] to numbers[begin[i + 1] - 1]. sums[i] is the sum of row i, and before that it
// holds what happened to be there.

// TODO (about 20 lines): the kernels
// The child: adds up one long row, with many threads.
__global__ void sum_long_row(int* sum, const int* numbers, int count) {}

// A thread for each row. It adds up a short row itself, and has a long one added up by a child, unless the
// launch is refused.
__global__ void sum_rows(int* sums, const int* begin, const int* numbers, int rows) {}
// END

void launch_sums(int* sums, const int* begin, const int* numbers, int rows) {
  sum_rows<<<(rows + kBlock - 1) / kBlock, kBlock>>>(sums, begin, numbers, rows);
  CHECK_LAST();
}
