// A grid of four blocks, whatever the grid is.
// rejected by: result
// expect: counts, index
#include <cuda_runtime.h>

constexpr int kLetters = 26, kThreads = 256;

__global__ void count_letters(unsigned* counts, const unsigned char* text, int n) {
  const int t = threadIdx.x, first = blockIdx.x * kThreads + t, threads = gridDim.x * kThreads;
  __shared__ unsigned copies[kLetters * 32];
  for (int k = t; k < kLetters * 32; k += kThreads) copies[k] = 0;
  __syncthreads();
  for (int i = first; i < n; i += 4 * kThreads) {
    const unsigned letter = (text[i] | 32u) - 'a';
    if (letter < kLetters) atomicAdd(&copies[letter * 32 + t % 32], 1u);
  }
  __syncthreads();
  if (t < kLetters) {
    unsigned sum = 0;
    for (int c = 0; c < 32; ++c) sum += copies[t * 32 + (t + c) % 32];
    atomicAdd(&counts[t], sum);
  }
}
