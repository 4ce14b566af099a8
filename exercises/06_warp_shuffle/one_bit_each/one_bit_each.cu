// Exercise · one_bit_each: 32 answers in one word. Which numbers are above the limit?
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

// Bit i % 32 of bits[i / 32] becomes 1 if in[i] > limit, else 0. The bits past the end of `in`, in the
// last word, become 0. There are (n + 31) / 32 words. Write a kernel and launch it here.

// TODO (about 10 lines): a kernel in which the lanes vote, and its launch
void launch_vote(unsigned* bits, const float* in, float limit, int n) {}
// END
