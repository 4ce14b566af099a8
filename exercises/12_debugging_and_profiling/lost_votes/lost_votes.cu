// Exercise · lost_votes: an election whose votes do not add up.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr int kParties = 64;

// TODO (about 3 lines): open the case, and fix the kernel
constexpr bool kCaseIsOpen = false;  // true: the check runs the kernel

// Adds the votes for each party to `totals`, which has the votes by post. Launched in blocks of kBlock threads.
__global__ void count_votes(int* totals, const int* votes, int n) {
  __shared__ int mine[kParties];
  const int t = threadIdx.x;
  if (t < kParties) mine[t] = 0;
  for (int i = blockIdx.x * kBlock + t; i < n; i += gridDim.x * kBlock) {
    atomicAdd(&mine[votes[i]], 1);
  }
  __syncthreads();
  if (t < kParties) totals[t] += mine[t];
}
// END
