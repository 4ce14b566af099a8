// The loop of the kernels with mma.sync: what a warp sums up over all k, from stages that are copied ahead.
#pragma once

#include "tile_copies.cuh"

// A stage is a pair of tiles with kStep of k. A warp loads the operands of the next Operands::kK while it
// multiplies the present ones, also across stages. Its tile begins at (row, column) of the block's.
template <int kStep, int kStages, class Operands, class Sums, class Stage, class Copies>
__device__ void sum_up(Sums& sums, Stage* stages, Copies& copies, int depth, int row, int column) {
  constexpr int kK = Operands::kK;
  for (int i = 0; i < kStages - 1; ++i) copies.start(stages[i], i * kStep);
  wait_for_copies<kStages - 2>();
  __syncthreads();
  Operands operands[2];
  operands[0].load(stages[0], row, column, 0);
  int read = 0, write = kStages - 1;
  for (int k0 = 0; k0 < depth; k0 += kStep) {
    const int next = read + 1 == kStages ? 0 : read + 1;
#pragma unroll
    for (int k = 0; k < kStep; k += kK) {
      if (k + kK == kStep) {  // all warps have loaded the last of this stage, and the next is there
        wait_for_copies<kStages - 2>();
        __syncthreads();
      }
      const bool same = k + kK < kStep;
      operands[(k / kK + 1) % 2].load(stages[same ? read : next], row, column, same ? k + kK : 0);
      if (k == 0) copies.start(stages[write], k0 + (kStages - 1) * kStep);
      operands[k / kK % 2].multiply_add(sums);
    }
    read = next;
    write = write + 1 == kStages ? 0 : write + 1;
  }
  wait_for_copies<0>();
}
