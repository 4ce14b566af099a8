// Right, but every thread loads its nine elements from global memory.
// rejected by: hardware counter
// expect: FAILED  n = 257: sectors loaded
#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr int kAhead = 8;

constexpr bool kCaseIsOpen = true;  // true: the check runs the kernel
// For how many of the lengths n from 1 to 1024 does the kernel, as you found it, read past the end?
constexpr int kLengths = 21;

// out[i] is the sum of in[i] … in[i + kAhead]; what lies past the end counts as 0. Launched in blocks of
// kBlock threads, one thread per element.
__global__ void sums_ahead(int* out, const int* in, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  int sum = 0;
  for (int k = i; k <= i + kAhead && k < n; ++k) sum += in[k];
  if (i < n) out[i] = sum;
}
