// n / 32 words: the numbers behind the last whole warp have none.
// rejected by: result
// expect: bits, index 1: expected
// expect: but it was never written
#include <cuda_runtime.h>

__global__ void vote(unsigned* bits, const float* in, float limit, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned word = __ballot_sync(~0u, i < n && in[i] > limit);
  if (threadIdx.x % 32 == 0 && i < n) bits[i / 32] = word;
}

void launch_vote(unsigned* bits, const float* in, float limit, int n) {
  if (n < 32) {
    vote<<<1, 32>>>(bits, in, limit, n);
  } else {
    vote<<<n / 32, 32>>>(bits, in, limit, n);
  }
}
