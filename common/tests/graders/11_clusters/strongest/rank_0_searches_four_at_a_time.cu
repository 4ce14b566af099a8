// The block with rank 0 searches the whole row, with four loads in flight, and the others hand over nothing.
// rejected by: model
// expect: for each of the average warp:
// expect: one block searches more than its share of the row
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

__global__ void __launch_bounds__(kBlock)
    strongest_of_row(Signal* results, const float* in, int columns) {
  __shared__ Signal of_warps[kBlock / 32], of_blocks[kMostBlocks];
  const cg::cluster_group cluster = cg::this_cluster();
  const int rank = cluster.block_rank(), size = cluster.num_blocks(), t = threadIdx.x;
  const int row = blockIdx.x / size;
  in += static_cast<long long>(row) * columns;
  const Signal none = {-1, columns};
  Signal best = none;
  int x = rank == 0 ? t : columns;
  for (; x - t % 32 + 31 + 3 * kBlock < columns; x += 4 * kBlock) {
    const float s0 = in[x], s1 = in[x + kBlock], s2 = in[x + 2 * kBlock], s3 = in[x + 3 * kBlock];
    const float top = fmaxf(fmaxf(s0, s1), fmaxf(s2, s3));
    const int place = s0 == top ? 0 : s1 == top ? 1 : s2 == top ? 2 : 3;
    if (top > best.strength) best = {top, x + place * kBlock};
  }
  for (; x < columns; x += kBlock) best = stronger(best, {in[x], x});
  best = strongest_of_warp(best);
  if (t % 32 == 0) of_warps[t / 32] = best;
  cluster.sync();  // this block's warps are done, and the block with rank 0 has begun
  if (t < 32) {
    best = strongest_of_warp(t < kBlock / 32 ? of_warps[t] : none);
    if (t == 0) cluster.map_shared_rank(of_blocks, 0)[rank] = best;
  }
  cluster.sync();  // all results are with rank 0; its memory alone is used from here on
  if (rank != 0 || t >= 32) return;
  best = strongest_of_warp(t < size ? of_blocks[t] : none);
  if (t == 0) results[row] = best;
}

// results[row] is the strongest signal of each row; all strengths are 0 or above. A row is shared out
// among `cluster` blocks: 1, 2, 4 or 8. Returns at once; an error ends the program, by CHECK.
void find_strongest(Signal* results, const float* in, int rows, int columns, int cluster,
                    cudaStream_t stream) {
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {static_cast<unsigned>(cluster), 1, 1};
  cudaLaunchConfig_t config = {};
  config.gridDim = rows * cluster;
  config.blockDim = kBlock;
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  CHECK(cudaLaunchKernelEx(&config, strongest_of_row, results, in, columns));
}
