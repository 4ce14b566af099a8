// The lanes past the end vote with the last number instead of 0.
// rejected by: result
// expect: bits, index 0: expected 1, got 4294967295
#include <cuda_runtime.h>

__global__ void vote(unsigned* bits, const float* in, float limit, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned word = __ballot_sync(~0u, in[min(i, n - 1)] > limit);
  if (threadIdx.x % 32 == 0 && i < n) bits[i / 32] = word;
}

void launch_vote(unsigned* bits, const float* in, float limit, int n) {
  vote<<<(n + 255) / 256, 256>>>(bits, in, limit, n);
}
