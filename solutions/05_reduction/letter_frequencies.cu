// Exercise · letter_frequencies: how often does each letter occur, whatever the text?
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kLetters = 26;
constexpr int kThreads = 256;

// Launched with a few blocks of kThreads threads, whatever n is. Counts A and a as letter 0, B and b
// as letter 1, …; all other characters are not letters. counts[0 … 25] are 0 before.
__global__ void count_letters(unsigned* counts, const unsigned char* text, int n) {
  // TODO (about 20 lines): 32 histograms in shared memory, one for each lane and its bank
  __shared__ unsigned copies[kLetters * 32];
  for (int i = threadIdx.x; i < kLetters * 32; i += kThreads) copies[i] = 0;
  __syncthreads();
  const int threads = gridDim.x * kThreads;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < n; i += threads) {
    const unsigned letter = (text[i] | 32u) - 'a';  // 32: the bit between A and a
    if (letter < kLetters) atomicAdd(&copies[letter * 32 + threadIdx.x % 32], 1u);
  }
  __syncthreads();
  if (threadIdx.x < kLetters) {
    const int letter = threadIdx.x;
    unsigned sum = 0;  // each lane begins with another copy, which is in another bank
    for (int c = 0; c < 32; ++c) sum += copies[letter * 32 + (letter + c) % 32];
    atomicAdd(&counts[letter], sum);
  }
  // END
}
