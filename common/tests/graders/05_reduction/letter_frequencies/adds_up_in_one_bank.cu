// Counts without conflicts. But when the copies are added up, 26 lanes read words that lie 32 apart.
// rejected by: model
// expect: bank conflicts: 3200;
// expect: or when the copies are added up
#include <cuda_runtime.h>

constexpr int kLetters = 26, kThreads = 256;

__global__ void count_letters(unsigned* counts, const unsigned char* text, int n) {
  const int t = threadIdx.x, first = blockIdx.x * kThreads + t, threads = gridDim.x * kThreads;
  __shared__ unsigned copies[kLetters * 32];
  for (int k = t; k < kLetters * 32; k += kThreads) copies[k] = 0;
  __syncthreads();
  for (int i = first; i < n; i += threads) {
    const unsigned letter = (text[i] | 32u) - 'a';
    if (letter < kLetters) atomicAdd(&copies[letter * 32 + t % 32], 1u);
  }
  __syncthreads();
  if (t < kLetters) {
    unsigned sum = 0;
    for (int c = 0; c < 32; ++c) sum += copies[t * 32 + c];
    atomicAdd(&counts[t], sum);
  }
}
