// A number that is the limit is not above it.
// rejected by: result
// expect: index
#include <cuda_runtime.h>

__global__ void vote(unsigned* bits, const float* in, float limit, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned word = __ballot_sync(~0u, i < n && in[i] >= limit);
  if (threadIdx.x % 32 == 0 && i < n) bits[i / 32] = word;
}

void launch_vote(unsigned* bits, const float* in, float limit, int n) {
  vote<<<(n + 255) / 256, 256>>>(bits, in, limit, n);
}
