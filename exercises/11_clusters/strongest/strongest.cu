// Exercise · strongest: the strongest signal of each row. A cluster has a row, and one block has the result.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include "tutorial/check.cuh"

namespace cg = cooperative_groups;

constexpr int kBlock = 256;
constexpr int kMostBlocks = 8;  // of a cluster

struct Signal {
  float strength;
  int column;
};

// The stronger one of two, the first one of equals. No signal at all: {-1, a large column}.
__device__ Signal stronger(Signal a, Signal b) {
  const bool is_a = a.strength > b.strength || (a.strength == b.strength && a.column < b.column);
  return is_a ? a : b;
}

// The strongest one of a warp; all lanes get it.
__device__ Signal strongest_of_warp(Signal a) {
  for (int offset = 16; offset > 0; offset /= 2) {
    a = stronger(
        a, {__shfl_xor_sync(~0u, a.strength, offset), __shfl_xor_sync(~0u, a.column, offset)});
  }
  return a;
}

// TODO (about 30 lines): a kernel for a cluster per row
// END

// results[row] is the strongest signal of each row; all strengths are 0 or above. A row is shared out
// among `cluster` blocks: 1, 2, 4 or 8. Returns at once; an error ends the program, by CHECK.
void find_strongest(Signal* results, const float* in, int rows, int columns, int cluster,
                    cudaStream_t stream) {
  // TODO (about 12 lines): launch it in clusters of this size
  // END
}
