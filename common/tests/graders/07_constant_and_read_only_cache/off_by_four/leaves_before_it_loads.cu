// A thread without a result has something to load for the others.
// rejected by: model
// expect: simt: read of shared memory that nobody has written
// expect: @use
// expect: thread (41,0,0) of block (15,0,0)
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
  if (i >= n) return;
  // The last tile ends with `in`, not with the block.
  const int floats = min(kBlock, n - begin) + kPoints - 1;
  for (int t = threadIdx.x; t < floats; t += kBlock) tile[t] = in[begin + t];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < kPoints; ++k) {
    sum += weights[filter][k] * tile[threadIdx.x + k];  // @use
  }
  out[i] = sum;
}
