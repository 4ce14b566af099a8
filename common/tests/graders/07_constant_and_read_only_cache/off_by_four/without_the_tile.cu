// Right, and each float is loaded nine times.
// rejected by: model
// expect: load requests:
// expect: a block of two warps loads its tile with two requests
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
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < kPoints; ++k) sum += weights[filter][k] * in[i + k];
  out[i] = sum;
}
