// The lanes of a warp that have the same letter take turns.
// rejected by: model
// expect: nearly all
// expect: bank conflicts:
// expect: lanes with equal letters
#include <cuda_runtime.h>

constexpr int kLetters = 26;
constexpr int kThreads = 256;

__global__ void count_letters(unsigned* counts, const unsigned char* text, int n) {
  __shared__ unsigned copies[kLetters];
  for (int i = threadIdx.x; i < kLetters; i += kThreads) copies[i] = 0;
  __syncthreads();
  const int threads = gridDim.x * kThreads;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < n; i += threads) {
    const unsigned letter = (text[i] | 32u) - 'a';
    if (letter < kLetters) atomicAdd(&copies[letter], 1u);
  }
  __syncthreads();
  if (threadIdx.x < kLetters) {
    const int letter = threadIdx.x;
    atomicAdd(&counts[letter], copies[letter]);
  }
}
