// Right, but the first block has the results of all.
// rejected by: model
// expect: written by block (0,0,0) alone
#include <cuda_runtime.h>

constexpr int kBlock = 64;
constexpr int kFilters = 2;
constexpr int kPoints = 9;
__constant__ float weights[kFilters][kPoints];
constexpr bool kCaseIsOpen = true;
constexpr int kFloatsPastTheEnd = 15;
constexpr int kRightWeights = 2;
constexpr int kBytesTooEarly = 27;

cudaError_t set_filter(int filter, const float* w) {
  return cudaMemcpyToSymbol(weights, w, kPoints * sizeof(float), filter * kPoints * sizeof(float));
}

__global__ void apply_filter(float* out, const float* in, int n, int filter) {
  __shared__ float tile[kBlock + kPoints - 1];
  if (blockIdx.x > 0) return;
  for (int begin = 0; begin < n; begin += kBlock) {
    for (int t = threadIdx.x; t < min(kBlock, n - begin) + kPoints - 1; t += kBlock) {
      tile[t] = in[begin + t];
    }
    __syncthreads();
    float sum = 0;
    if (begin + threadIdx.x < n) {
      for (int k = 0; k < kPoints; ++k) sum += weights[filter][k] * tile[threadIdx.x + k];
      out[begin + threadIdx.x] = sum;
    }
    __syncthreads();
  }
}
