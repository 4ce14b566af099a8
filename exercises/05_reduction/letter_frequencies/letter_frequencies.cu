// Exercise · letter_frequencies: how often does each letter occur, whatever the text?
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kLetters = 26;
constexpr int kThreads = 256;

// Launched with a few blocks of kThreads threads, whatever n is. Counts A and a as letter 0, B and b
// as letter 1, …; all other characters are not letters. counts[0 … 25] are 0 before.
__global__ void count_letters(unsigned* counts, const unsigned char* text, int n) {
  // TODO (about 20 lines): 32 histograms in shared memory, one for each lane and its bank
  // END
}
