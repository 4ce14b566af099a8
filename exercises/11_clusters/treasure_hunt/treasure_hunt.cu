// Exercise · treasure_hunt: from clue to clue, in a table that is too large for one block.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include "tutorial/check.cuh"

namespace cg = cooperative_groups;

constexpr int kBlock = 256;

// TODO (about 25 lines): a kernel in which a cluster holds the table, and its threads hunt
// END

// At place p there is a clue that leads to place clues[p], from 0 to places - 1. Hunter i begins at
// starts[i], and follows `hops` clues: ends[i] is the place that it comes to. The table is split across
// the blocks of a cluster; there are `clusters` clusters, of `size` blocks each: 2, 4 or 8. `size`
// blocks have room for the table. Returns at once; an error ends the program, by CHECK.
void hunt(int* ends, const int* starts, int hunters, const int* clues, int places, int hops,
          int size, int clusters) {
  // TODO (about 15 lines): allow the memory that a block needs, and launch the clusters
  // END
}
