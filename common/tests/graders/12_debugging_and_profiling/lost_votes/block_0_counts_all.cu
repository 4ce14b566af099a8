// Nothing to race for: one block counts all votes, and the others have nothing to do.
// rejected by: model
// expect: FAILED  n = 20011, blocks: 40: basic blocks of the busiest warp
#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr int kParties = 64;

constexpr bool kCaseIsOpen = true;  // true: the check runs the kernel

// Adds the votes for each party to `totals`, which has the votes by post. Launched in blocks of kBlock threads.
__global__ void count_votes(int* totals, const int* votes, int n) {
  __shared__ int mine[kParties];
  const int t = threadIdx.x;
  if (t < kParties) mine[t] = 0;
  __syncthreads();
  for (int i = t; i < n && blockIdx.x == 0; i += kBlock) {
    atomicAdd(&mine[votes[i]], 1);
  }
  __syncthreads();
  if (t < kParties) atomicAdd(&totals[t], mine[t]);
}
