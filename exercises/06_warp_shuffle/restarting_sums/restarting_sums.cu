// Exercise · restarting_sums: running sums, which begin again where a new item begins.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kThreads = 256;

// For each row: out[i] = the sum of in[k], …, in[i], where k is the last place up to i with
// starts[k] != 0, or the first of the row if there is none. Launched with a block of kThreads per row,
// whatever the number of columns is; rows follow each other.

// TODO (about 35 lines): a scan per warp that knows where items begin, and then the block
__global__ void restarting_sums(float* out, const float* in, const unsigned char* starts,
                                int columns) {}
// END
