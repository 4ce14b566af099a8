// Right as long as one lane of a warp gets into the branch, and all that do are there together.
// rejected by: result
// expect: bits, index 0: expected 0, but it was never written
#include <cuda_runtime.h>

__global__ void vote(unsigned* bits, const float* in, float limit, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > limit) {
    const unsigned word = __ballot_sync(__activemask(), true);
    bits[i / 32] = word;
  }
}

void launch_vote(unsigned* bits, const float* in, float limit, int n) {
  vote<<<(n + 255) / 256, 256>>>(bits, in, limit, n);
}
