// Sets the sum to 0 when the child may be adding already.
// rejected by: model
// expect: simt: race between a kernel and a grid that it has launched: both use
// expect: sum_rows
// expect: FAILED  one row of 100,003: the kernel did not run to its end: cudaErrorLaunchFailure
#include <cuda_runtime.h>

#include "tutorial/check.cuh"

constexpr int kBlock = 128;
constexpr int kLong = 512;  // a row of more numbers gets a grid of its own

// The sum of the values of a warp's lanes, for lane 0.
__device__ int warp_sum(int value) {
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(~0u, value, offset);
  return value;
}

// The child: adds up one long row, with many threads.
__global__ void sum_long_row(int* sum, const int* numbers, int count) {
  int mine = 0;
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < count; i += gridDim.x * kBlock) {
    mine += numbers[i];
  }
  mine = warp_sum(mine);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, mine);
}

// A thread for each row. It adds up a short row itself, and has a long one added up by a child.
__global__ void sum_rows(int* sums, const int* begin, const int* numbers, int rows) {
  const int row = blockIdx.x * kBlock + threadIdx.x;
  if (row >= rows) return;
  const int* const first = numbers + begin[row];
  const int count = begin[row + 1] - begin[row];
  int sum = 0;
  if (count <= kLong) {
    for (int i = 0; i < count; ++i) sum += first[i];
  }
  if (count > kLong) {
    const int blocks = (count + 8 * kBlock - 1) / (8 * kBlock);  // 8 numbers per thread
    sum_long_row<<<blocks, kBlock, 0, cudaStreamFireAndForget>>>(&sums[row], first, count);
  }
  sums[row] = sum;
}

void launch_sums(int* sums, const int* begin, const int* numbers, int rows) {
  sum_rows<<<(rows + kBlock - 1) / kBlock, kBlock>>>(sums, begin, numbers, rows);
  CHECK_LAST();
}
