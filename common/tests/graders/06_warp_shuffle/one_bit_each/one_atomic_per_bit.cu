// Right, with an atomic operation for every bit, and a launch that sets the words to 0.
// rejected by: model
// expect: atomic operations:
// expect: a vote collects the bits of 32 lanes without any
#include <cuda_runtime.h>

__global__ void clear(unsigned* bits, int words) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < words) bits[i] = 0;
}

__global__ void set_bits(unsigned* bits, const float* in, float limit, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > limit) atomicOr(&bits[i / 32], 1u << i % 32);
}

void launch_vote(unsigned* bits, const float* in, float limit, int n) {
  clear<<<(n + 255) / 256, 256>>>(bits, (n + 31) / 32);
  set_bits<<<(n + 255) / 256, 256>>>(bits, in, limit, n);
}
