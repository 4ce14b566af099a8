// Exercise · rescaled_too_late: attention online, whose weights are relative to two different maxima.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kWarp = 32, kBlock = 128;
constexpr int kDim = kWarp;  // numbers of a row: a lane has one column of the result

__device__ float max_of_warp(float x) {
  for (int i = kWarp / 2; i > 0; i /= 2) x = fmaxf(x, __shfl_xor_sync(~0u, x, i));
  return x;
}
__device__ float sum_of_warp(float x) {
  for (int i = kWarp / 2; i > 0; i /= 2) x += __shfl_xor_sync(~0u, x, i);
  return x;
}

// q · k of two rows.
__device__ float score_of(const float* q, const float* k) {
  float sum = 0;
  for (int c = 0; c < kDim; ++c) sum += q[c] * k[c];
  return sum;
}

// TODO (about 8 lines): open the case, and repair the kernel
constexpr bool kCaseIsOpen = false;  // true: the check runs the kernel

// Row i of `out` becomes the sum of e^(q(i) · k(j)) v(j) over all j, divided by the sum of e^(q(i) · k(j)). There are n
// rows of kDim numbers in each array, and a warp for each row of `out`. It takes 32 keys at a time.
__global__ void attend(float* out, const float* q, const float* k, const float* v, int n) {
  const int row = (blockIdx.x * kBlock + threadIdx.x) / kWarp, lane = threadIdx.x % kWarp;
  if (row >= n) return;
  float max = -INFINITY, sum = 0, result = 0;
  for (int first = 0; first < n; first += kWarp) {
    const int key = first + lane, keys = min(n - first, kWarp);
    const float score = lane < keys ? score_of(q + row * kDim, k + key * kDim) : -INFINITY;
    const float larger = fmaxf(max, max_of_warp(score));
    const float factor = first == 0 ? 1 : expf(max - larger);
    const float weight = expf(score - larger);
    for (int j = 0; j < keys; ++j) {
      result += __shfl_sync(~0u, weight, j) * v[(first + j) * kDim + lane];
    }
    result *= factor;
    max = larger;
    sum = sum * expf(max - larger) + sum_of_warp(weight);
  }
  out[row * kDim + lane] = result / sum;
}
// END
