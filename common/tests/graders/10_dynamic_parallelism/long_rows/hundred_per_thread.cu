// Up to 128 numbers for a thread of a child.
// rejected by: model
// expect: FAILED  one row of 100,003: numbers per thread of a child:
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

__global__ void sum_long_row(int* sum, const int* numbers, int count) {
  int v = 0;
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < count; i += gridDim.x * kBlock)
    v += numbers[i];
  v = warp_sum(v);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, v);
}
__global__ void sum_rows(int* sums, const int* begin, const int* numbers, int rows) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= rows) return;
  const int first = begin[i], count = begin[i + 1] - first;
  if (count <= kLong) {
    int v = 0;
    for (int k = 0; k < count; ++k) v += numbers[first + k];
    sums[i] = v;
  } else {
    sums[i] = 0;
    sum_long_row<<<(count + 128 * kBlock - 1) / (128 * kBlock), kBlock, 0,
                   cudaStreamFireAndForget>>>(sums + i, numbers + first, count);
  }
}

void launch_sums(int* sums, const int* begin, const int* numbers, int rows) {
  sum_rows<<<(rows + kBlock - 1) / kBlock, kBlock>>>(sums, begin, numbers, rows);
  CHECK_LAST();
}
