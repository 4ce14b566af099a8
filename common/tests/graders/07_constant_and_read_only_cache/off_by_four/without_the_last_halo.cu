// Nothing is read past element n. But `in` has eight more, and the last results need them.
// rejected by: result
// expect: index 1001: expected
#include <cuda_runtime.h>

constexpr int kBlock = 64;   // threads
constexpr int kFilters = 2;  // smooth, and slope
constexpr int kPoints = 9;   // weights of a filter

__constant__ float weights[kFilters][kPoints];

constexpr bool kCaseIsOpen = true;  // true: the check runs the program

constexpr int kFloatsPastTheEnd = 15;
constexpr int kRightWeights = 2;
constexpr int kBytesTooEarly = 27;

cudaError_t set_filter(int filter, const float* w) {
  return cudaMemcpyToSymbol(weights, w, kPoints * sizeof(float), filter * kPoints * sizeof(float));
}

__global__ void apply_filter(float* out, const float* in, int n, int filter) {
  __shared__ float tile[kBlock + kPoints - 1];
  const int begin = blockIdx.x * kBlock, i = begin + threadIdx.x;
  for (int t = threadIdx.x; t < kBlock + kPoints - 1; t += kBlock) {
    tile[t] = begin + t < n ? in[begin + t] : 0;
  }
  __syncthreads();
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < kPoints; ++k) sum += weights[filter][k] * tile[threadIdx.x + k];
  out[i] = sum;
}
