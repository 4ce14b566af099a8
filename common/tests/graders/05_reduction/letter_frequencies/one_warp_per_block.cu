// Right, but seven of eight warps have nothing to do.
// rejected by: model
// expect: basic blocks of the busiest warp:
// expect: share the work out
#include <cuda_runtime.h>

constexpr int kLetters = 26, kThreads = 256;

__global__ void count_letters(unsigned* counts, const unsigned char* text, int n) {
  const int t = threadIdx.x, first = blockIdx.x * kThreads + t, threads = gridDim.x * kThreads;
  __shared__ unsigned copies[kLetters * 32];
  if (t >= 32) return;
  for (int k = t; k < kLetters * 32; k += 32) copies[k] = 0;
  __syncwarp();
  for (int i = blockIdx.x * 32 + t; i < n; i += gridDim.x * 32) {
    const unsigned letter = (text[i] | 32u) - 'a';
    if (letter < kLetters) ++copies[letter * 32 + t];
  }
  __syncwarp();
  if (t < kLetters) {
    unsigned sum = 0;
    for (int c = 0; c < 32; ++c) sum += copies[t * 32 + (t + c) % 32];
    atomicAdd(&counts[t], sum);
  }
}
