// Right, and the lanes of a warp read 128 bytes apart.
// rejected by: model
// expect: sectors loaded:
// expect: neighbouring lanes read neighbours
#include <cuda_runtime.h>

__global__ void collect(unsigned* bits, const float* in, float limit, int n) {
  const int word = blockIdx.x * blockDim.x + threadIdx.x;
  if (32 * word >= n) return;
  unsigned collected = 0;
  for (int bit = 0; bit < 32 && 32 * word + bit < n; ++bit) {
    if (in[32 * word + bit] > limit) collected |= 1u << bit;
  }
  bits[word] = collected;
}

void launch_vote(unsigned* bits, const float* in, float limit, int n) {
  const int words = (n + 31) / 32;
  collect<<<(words + 127) / 128, 128>>>(bits, in, limit, n);
}
