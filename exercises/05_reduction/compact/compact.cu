// Exercise · compact: keeps the positive numbers, one after the other, in their order.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kBlock = 256;

// TODO (about 11 lines): if two of the kernels need the same function, it can go here
// END

// Launched with one thread per number, in blocks of kBlock: counts[b] says how many positive numbers
// block b has.
__global__ void count_positives(int* counts, const float* in, int n) {
  // TODO (about 3 lines): how many numbers of this block are positive?
  // END
}

// Launched with one block of kBlock threads, however many counts there are: offsets[b] is the sum of
// the counts before b, *kept the sum of all.
__global__ void scan_counts(int* offsets, int* kept, const int* counts, int blocks) {
  // TODO (about 10 lines): a scan of kBlock counts, of the next kBlock, and so on
  // END
}

// Launched as count_positives: out[0 … kept - 1] are the positive numbers of in[0 … n - 1], in their
// order. Block b begins at out[offsets[b]].
__global__ void write_positives(float* out, const int* offsets, const float* in, int n) {
  // TODO (about 4 lines): is this thread's number kept, and how many before it in its block?
  // END
}
