// Right, and every letter of the text is an addition to global memory.
// rejected by: model
// expect: all bytes: sectors of atomics in global memory:
// expect: and then add 26 numbers
#include <cuda_runtime.h>

constexpr int kLetters = 26;
constexpr int kThreads = 256;

__global__ void count_letters(unsigned* counts, const unsigned char* text, int n) {
  const int threads = gridDim.x * kThreads;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < n; i += threads) {
    const unsigned letter = (text[i] | 32u) - 'a';
    if (letter < kLetters) atomicAdd(&counts[letter], 1u);
  }
}
