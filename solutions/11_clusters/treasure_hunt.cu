// Exercise · treasure_hunt: from clue to clue, in a table that is too large for one block.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include "tutorial/check.cuh"

namespace cg = cooperative_groups;

constexpr int kBlock = 256;

// TODO (about 25 lines): a kernel in which a cluster holds the table, and its threads hunt
// Rank r holds the clues of the places from r * part on.
__global__ void __launch_bounds__(kBlock)
    follow(int* ends, const int* starts, int hunters, const int* clues, int places, int hops) {
  extern __shared__ int mine[];
  const cg::cluster_group cluster = cg::this_cluster();
  const int size = cluster.num_blocks(), part = (places + size - 1) / size;
  const int first = cluster.block_rank() * part;
  for (int k = threadIdx.x; k < part && first + k < places; k += kBlock) mine[k] = clues[first + k];
  cluster.sync();  // the whole table is there
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < hunters; i += gridDim.x * kBlock) {
    int place = starts[i];
    for (int hop = 0; hop < hops; ++hop) {
      place = cluster.map_shared_rank(mine, place / part)[place % part];
    }
    ends[i] = place;
  }
  cluster.sync();  // no other block's hunters come here any more
}
// END

// At place p there is a clue that leads to place clues[p], from 0 to places - 1. Hunter i begins at
// starts[i], and follows `hops` clues: ends[i] is the place that it comes to. The table is split across
// the blocks of a cluster; there are `clusters` clusters, of `size` blocks each: 2, 4 or 8. `size`
// blocks have room for the table. Returns at once; an error ends the program, by CHECK.
void hunt(int* ends, const int* starts, int hunters, const int* clues, int places, int hops,
          int size, int clusters) {
  // TODO (about 15 lines): allow the memory that a block needs, and launch the clusters
  const int bytes = (places + size - 1) / size * static_cast<int>(sizeof(int));
  CHECK(cudaFuncSetAttribute(follow, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {static_cast<unsigned>(size), 1, 1};
  cudaLaunchConfig_t config = {};
  config.gridDim = clusters * size;
  config.blockDim = kBlock;
  config.dynamicSmemBytes = bytes;
  config.attrs = &attribute;
  config.numAttrs = 1;
  CHECK(cudaLaunchKernelEx(&config, follow, ends, starts, hunters, clues, places, hops));
  // END
}
