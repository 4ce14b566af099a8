// Right, but one lane looks at 32 answers in shared memory.
// rejected by: model
// expect: requests to shared memory
// expect: a vote collects the bits of 32 lanes in a register
#include <cuda_runtime.h>

__global__ void vote(unsigned* bits, const float* in, float limit, int n) {
  __shared__ bool above[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  above[threadIdx.x] = i < n && in[i] > limit;
  __syncthreads();
  if (threadIdx.x % 32 != 0 || i >= n) return;
  unsigned word = 0;
  for (int lane = 0; lane < 32; ++lane) word |= unsigned{above[threadIdx.x + lane]} << lane;
  bits[i / 32] = word;
}

void launch_vote(unsigned* bits, const float* in, float limit, int n) {
  vote<<<(n + 255) / 256, 256>>>(bits, in, limit, n);
}
