// The results are right. What the last block reads past the end is never used, and is read all the same.
// rejected by: compute-sanitizer memcheck
// expect: simt: read of 4 bytes of global memory out of bounds, 28 bytes past the end of the 4068 bytes
// expect: @load
// expect: FAILED  n = 1009, an impulse, filter 0: the kernel did not run to its end
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
    tile[t] = in[begin + t];  // @load
  }
  __syncthreads();
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < kPoints; ++k) sum += weights[filter][k] * tile[threadIdx.x + k];
  out[i] = sum;
}
