// Right, and one multiprocessor of 132 is at work.
// rejected by: model
// expect: elements of bits were written by block (0,0,0) alone: share them out
#include <cuda_runtime.h>

__global__ void vote(unsigned* bits, const float* in, float limit, int n) {
  for (int first = threadIdx.x / 32 * 32; first < n; first += blockDim.x) {
    const int i = first + threadIdx.x % 32;
    const unsigned word = __ballot_sync(~0u, i < n && in[i] > limit);
    if (i == first) bits[i / 32] = word;
  }
}

void launch_vote(unsigned* bits, const float* in, float limit, int n) {
  vote<<<1, 256>>>(bits, in, limit, n);
}
