// Of each cluster only the first block hunts.
// rejected by: model
// expect: of ends were written by 2 blocks; 8 or more can share them out
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include "tutorial/check.cuh"

namespace cg = cooperative_groups;

constexpr int kBlock = 256;

__global__ void follow(int* ends, const int* starts, int hunters, const int* clues, int places,
                       int hops) {
  extern __shared__ int mine[];
  const cg::cluster_group cluster = cg::this_cluster();
  const int size = cluster.num_blocks(), rank = cluster.block_rank(),
            part = (places + size - 1) / size;
  for (int k = threadIdx.x; k < part && rank * part + k < places; k += kBlock)
    mine[k] = clues[rank * part + k];
  cluster.sync();
  for (int i = blockIdx.x / size * kBlock + threadIdx.x; rank == 0 && i < hunters;
       i += gridDim.x / size * kBlock) {
    int place = starts[i];
    for (int h = 0; h < hops; ++h)
      place = cluster.map_shared_rank(mine, place / part)[place % part];
    ends[i] = place;
  }
  cluster.sync();
}

// At place p there is a clue that leads to place clues[p], from 0 to places - 1. Hunter i begins at
// starts[i], and follows `hops` clues: ends[i] is the place where he then is. The table is split over
// the blocks of a cluster; there are `clusters` of them, of `size` blocks each: 2, 4 or 8. `size`
// blocks have room for the table. Returns at once; an error ends the program, by CHECK.
void hunt(int* ends, const int* starts, int hunters, const int* clues, int places, int hops,
          int size, int clusters) {
  const int bytes = (places + size - 1) / size * static_cast<int>(sizeof(int));
  CHECK(cudaFuncSetAttribute(follow, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {static_cast<unsigned>(size), 1, 1};
  cudaLaunchConfig_t config = {};
  config.gridDim = size * clusters;
  config.blockDim = kBlock;
  config.dynamicSmemBytes = bytes;
  config.attrs = &attribute;
  config.numAttrs = 1;
  CHECK(cudaLaunchKernelEx(&config, follow, ends, starts, hunters, clues, places, hops));
}
