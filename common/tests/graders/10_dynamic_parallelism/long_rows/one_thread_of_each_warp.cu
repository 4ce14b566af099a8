// The grid is large enough, but in each warp lane 0 adds up what is meant for all lanes.
// rejected by: model
// expect: a thread adds up more than 64 numbers of a long row.
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
__global__ void sum_long_row(int* sum, const int* numbers, int count) {
  if (threadIdx.x % 32 > 0) return;
  int mine = 0;
  const int first = (blockIdx.x * kBlock + threadIdx.x) * 8;
  for (int i = first; i < first + 256 && i < count; ++i) mine += numbers[i];
  atomicAdd(sum, mine);
}

// A thread for each row. It adds up a short row itself, and has a long one added up by a child, unless the
// launch is refused.
__global__ void sum_rows(int* sums, const int* begin, const int* numbers, int rows) {
  const int row = blockIdx.x * kBlock + threadIdx.x;
  if (row >= rows) return;
  const int* const first = numbers + begin[row];
  const int count = begin[row + 1] - begin[row];
  if (count > kLong) {
    sums[row] = 0;  // in front of the launch: the child adds to it
    const int blocks = (count + 8 * kBlock - 1) / (8 * kBlock);  // 8 numbers per thread
    sum_long_row<<<blocks, kBlock, 0, cudaStreamFireAndForget>>>(&sums[row], first, count);
    if (cudaGetLastError() == cudaSuccess) return;
  }
  int sum = 0;  // of a short row, or of one whose child was refused
  for (int i = 0; i < count; ++i) sum += first[i];
  sums[row] = sum;
}
// END

void launch_sums(int* sums, const int* begin, const int* numbers, int rows) {
  sum_rows<<<(rows + kBlock - 1) / kBlock, kBlock>>>(sums, begin, numbers, rows);
  CHECK_LAST();
}
