// Exercise · off_by_four: two filters for a seismograph, in one table. What is wrong with them?
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kBlock = 64;   // threads
constexpr int kFilters = 2;  // smooth, and slope
constexpr int kPoints = 9;   // weights of a filter

__constant__ float weights[kFilters][kPoints];

// TODO (about 10 lines): open the case, read the reports, repair, answer
constexpr bool kCaseIsOpen = false;  // true: the check runs the program

// All three about the program as you found it.
// n = 1009: how many floats after the last one of `in` does the last block read?
constexpr int kFloatsPastTheEnd = -1;
// After set_filter(0, w), and nothing else: how many of the nine weights[0][…] are what they should be?
constexpr int kRightWeights = -1;
// How many bytes before the first byte of weights[1] does set_filter(1, w) begin to write?
constexpr int kBytesTooEarly = -1;

// Copies nine weights from the host, and leaves the other filter as it is.
cudaError_t set_filter(int filter, const float* w) {
  return cudaMemcpyToSymbol(weights, w, kPoints, filter * kPoints);
}

// out[i] = the sum of weights[filter][k] * in[i + k]. `out` has n floats; `in` has n + kPoints - 1, so
// that each result has its nine. Launched with a thread per result, in blocks of kBlock.
__global__ void apply_filter(float* out, const float* in, int n, int filter) {
  __shared__ float tile[kBlock + kPoints - 1];
  const int begin = blockIdx.x * kBlock, i = begin + threadIdx.x;
  for (int t = threadIdx.x; t < kBlock + kPoints - 1; t += kBlock) tile[t] = in[begin + t];
  __syncthreads();
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < kPoints; ++k) sum += weights[filter][k] * tile[threadIdx.x + k];
  out[i] = sum;
}
// END
