// No vote is lost between blocks, but counters are used before they are cleared.
// rejected by: model
// expect: simt: race on shared memory
// expect: FAILED  n = 20011, blocks: 40: the kernel did not run to its end
#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr int kParties = 64;

constexpr bool kCaseIsOpen = true;  // true: the check runs the kernel

// Adds the votes for each party to `totals`, which has the votes by post. Launched in blocks of kBlock threads.
__global__ void count_votes(int* totals, const int* votes, int n) {
  __shared__ int mine[kParties];
  const int t = threadIdx.x;
  if (t < kParties) mine[t] = 0;
  for (int i = blockIdx.x * kBlock + t; i < n; i += gridDim.x * kBlock) {
    atomicAdd(&mine[votes[i]], 1);
  }
  __syncthreads();
  if (t < kParties) atomicAdd(&totals[t], mine[t]);
}
