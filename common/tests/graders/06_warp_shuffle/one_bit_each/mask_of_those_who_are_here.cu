// The lanes past the end leave, and the vote is of those who happen to be here. Nothing says that these are
// all that stay.
// rejected by: result
// expect: FAILED  __activemask() or coalesced_threads() was asked
#include <cuda_runtime.h>

__global__ void vote(unsigned* bits, const float* in, float limit, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned word = __ballot_sync(__activemask(), in[i] > limit);
  if (threadIdx.x % 32 == 0) bits[i / 32] = word;
}

void launch_vote(unsigned* bits, const float* in, float limit, int n) {
  vote<<<(n + 255) / 256, 256>>>(bits, in, limit, n);
}
