// Exercise · largest_in_block: the largest of every 256 floats, by a tree in shared memory.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <cfloat>

// Launched with one thread per float, in blocks of 256: out[b] is the largest of those of block b.
// The last block has as many floats as are left. All of them are finite.
__global__ void largest(float* out, const float* in, int n) {
  // TODO (about 10 lines): a tree of maxima, interleaved; what does a thread without a float hold?
  // END
}
