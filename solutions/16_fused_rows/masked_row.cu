// Exercise · masked_row: a softmax in which only the first elements of a row count.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <cmath>

constexpr int kWarp = 32, kBlock = 256;

// TODO (about 8 lines): answer the question, then open the case and repair the kernel
// The case as you found it, with a row of 64 elements of which the first 5 count: how many lanes have a sum that is not
// a number, after the loop and before the shuffles?
constexpr int kBadLanes = 27;
constexpr bool kCaseIsOpen = true;  // true: the check runs the kernel

struct Sum {
  float max, sum;
};

// e^(x - max). An x of -INFINITY has none, whatever max is: -INFINITY - -INFINITY is not a number.
__device__ float exp_of(float x, float max) { return x == -INFINITY ? 0 : expf(x - max); }

__device__ Sum combine(Sum a, Sum b) {
  const float max = fmaxf(a.max, b.max);
  return {max, a.sum * exp_of(a.max, max) + b.sum * exp_of(b.max, max)};
}

// The softmax of the first counts[r] elements of row r, of n: the others give 0. If counts[r] is 0, all do. Launched
// with a warp per row.
__global__ void masked_softmax(float* out, const float* in, const int* counts, int rows, int n) {
  const int row = (blockIdx.x * kBlock + threadIdx.x) / kWarp, lane = threadIdx.x % kWarp;
  if (row >= rows) return;
  const long long first = static_cast<long long>(row) * n;
  Sum a = {-INFINITY, 0};
  for (int i = lane; i < n; i += kWarp) {
    const float x = i < counts[row] ? in[first + i] : -INFINITY;
    a = combine(a, {x, 1});
  }
  for (int offset = kWarp / 2; offset > 0; offset /= 2) {
    a = combine(a, {__shfl_xor_sync(~0u, a.max, offset), __shfl_xor_sync(~0u, a.sum, offset)});
  }
  const float factor = a.sum > 0 ? 1 / a.sum : 0;  // the sum of a row in which nothing counts is 0
  for (int i = lane; i < n; i += kWarp) {
    const float x = i < counts[row] ? in[first + i] : -INFINITY;
    out[first + i] = exp_of(x, a.max) * factor;
  }
}
// END

void launch_masked_softmax(float* out, const float* in, const int* counts, int rows, int n) {
  const int blocks = (rows + kBlock / kWarp - 1) / (kBlock / kWarp);
  masked_softmax<<<blocks, kBlock>>>(out, in, counts, rows, n);
}
