// Exercise · sums_ahead: sums of nine neighbours, which are right for most lengths.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr int kAhead = 8;

// TODO (about 3 lines): open the case, answer the question, and fix the kernel
constexpr bool kCaseIsOpen = true;  // true: the check runs the kernel
// For how many of the lengths n from 1 to 1024 does the kernel, as you found it, read past the end?
constexpr int kLengths = 21;

// out[i] is the sum of in[i] … in[i + kAhead]; what is past the end counts as 0. Launched in blocks of
// kBlock threads, one thread per element.
__global__ void sums_ahead(int* out, const int* in, int n) {
  __shared__ int tile[kBlock + kAhead];
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  tile[t] = i < n ? in[i] : 0;
  if (t < kAhead) {
    const int next_block = (blockIdx.x + 1) * kBlock;
    tile[kBlock + t] = next_block + t < n ? in[next_block + t] : 0;
  }
  __syncthreads();
  int sum = 0;
  for (int k = 0; k <= kAhead; ++k) sum += tile[t + k];
  if (i < n) out[i] = sum;
}
// END
