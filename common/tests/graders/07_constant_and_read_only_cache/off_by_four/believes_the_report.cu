// The report is about the first float that was read past the end, not about all of them.
// rejected by: result
// expect: FAILED  kFloatsPastTheEnd: your answer is 8, which is not it
#include <cuda_runtime.h>

constexpr int kBlock = 64;   // threads
constexpr int kFilters = 2;  // smooth, and slope
constexpr int kPoints = 9;   // weights of a filter

__constant__ float weights[kFilters][kPoints];

constexpr bool kCaseIsOpen = true;  // true: the check runs the program

constexpr int kFloatsPastTheEnd = 8;
constexpr int kRightWeights = 2;
constexpr int kBytesTooEarly = 27;

cudaError_t set_filter(int filter, const float* w) {
  return cudaMemcpyToSymbol(weights, w, kPoints * sizeof(float), filter * kPoints * sizeof(float));
}

__global__ void apply_filter(float* out, const float* in, int n, int filter) {
  __shared__ float tile[kBlock + kPoints - 1];
  const int begin = blockIdx.x * kBlock, i = begin + threadIdx.x;
  // The last tile ends with `in`, not with the block.
  const int floats = min(kBlock, n - begin) + kPoints - 1;
  for (int t = threadIdx.x; t < floats; t += kBlock) tile[t] = in[begin + t];
  __syncthreads();
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < kPoints; ++k) sum += weights[filter][k] * tile[threadIdx.x + k];
  out[i] = sum;
}
