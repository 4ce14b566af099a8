// Capital letters are letters, too.
// rejected by: result
// expect: counts, index
#include <cuda_runtime.h>

constexpr int kLetters = 26;
constexpr int kThreads = 256;

__global__ void count_letters(unsigned* counts, const unsigned char* text, int n) {
  __shared__ unsigned copies[kLetters * 32];
  for (int i = threadIdx.x; i < kLetters * 32; i += kThreads) copies[i] = 0;
  __syncthreads();
  const int threads = gridDim.x * kThreads;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < n; i += threads) {
    const unsigned letter = text[i] - 'a';
    if (letter < kLetters) atomicAdd(&copies[letter * 32 + threadIdx.x % 32], 1u);
  }
  __syncthreads();
  if (threadIdx.x < kLetters) {
    const int letter = threadIdx.x;
    unsigned sum = 0;
    for (int c = 0; c < 32; ++c) sum += copies[letter * 32 + (letter + c) % 32];
    atomicAdd(&counts[letter], sum);
  }
}
