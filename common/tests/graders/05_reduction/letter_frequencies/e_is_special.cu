// Knows which letter is frequent in English. Other texts have other letters.
// rejected by: model
// expect: bank conflicts:
// expect: lanes with equal letters
#include <cuda_runtime.h>

constexpr int kLetters = 26, kThreads = 256;

__global__ void count_letters(unsigned* counts, const unsigned char* text, int n) {
  const int t = threadIdx.x, first = blockIdx.x * kThreads + t, threads = gridDim.x * kThreads;
  __shared__ unsigned mine[kLetters];
  if (t < kLetters) mine[t] = 0;
  __syncthreads();
  unsigned es = 0;
  for (int i = first; i < n; i += threads) {
    const unsigned letter = (text[i] | 32u) - 'a';
    if (letter == 4) {
      ++es;
    } else if (letter < kLetters) {
      atomicAdd(&mine[letter], 1u);
    }
  }
  for (int o = 16; o > 0; o /= 2) es += __shfl_down_sync(~0u, es, o);
  if (t % 32 == 0) atomicAdd(&mine[4], es);
  __syncthreads();
  if (t < kLetters) atomicAdd(&counts[t], mine[t]);
}
