// It asks whether a number is not at most the limit, and NaN is not.
// rejected by: result
// expect: is NaN, which is above no limit: what is !(NaN <= limit)?
#include <cuda_runtime.h>

// Bit i % 32 of bits[i / 32] becomes 1 if !(in[i] <= limit), else 0. The bits past the end of `in`, in the
// last word, become 0. There are (n + 31) / 32 words. Write a kernel and launch it here.

__global__ void vote(unsigned* bits, const float* in, float limit, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned word = __ballot_sync(~0u, i < n && !(in[i] <= limit));
  if (threadIdx.x % 32 == 0 && i < n) bits[i / 32] = word;
}

void launch_vote(unsigned* bits, const float* in, float limit, int n) {
  vote<<<(n + 255) / 256, 256>>>(bits, in, limit, n);
}
