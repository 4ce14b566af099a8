// Chapter 13 · producer_warps
//
// One warp of a block copies, the others compute. Each stage has two barriers: `full` tells the consumers that a
// tile is there, `empty` tells the producer that it has been read. No barrier stops the whole block any more.
//
//   producer_warps [--size N] [--blocks B]      N ints, default 2^15+501 on the CPU backend, 2^28 on a GPU;
//                                               B blocks per multiprocessor, default 2
#include <cooperative_groups.h>
#include <cuda/barrier>

#include "reversed_tiles.cuh"

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int kWarp = 32;

// For comparison: all warps copy two tiles in turns, and wait for each other at each tile.
template <int kWarps>
__global__ void all_do_both(const int* in, int* out, int n) {
  __shared__ int tiles[2][kTile];
  constexpr int kThreads = kWarps * kWarp;
  const long long step = 1LL * gridDim.x * kTile;
  int turn = 0;
  for (long long first = 1LL * blockIdx.x * kTile; first < n; first += step, turn ^= 1) {
    const int count = elements(first, n);
    for (int i = threadIdx.x; i < count; i += kThreads) tiles[turn][i] = in[first + i];
    __syncthreads();
    for (int i = threadIdx.x; i < count; i += kThreads) {
      out[first + i] = tiles[turn][count - 1 - i] + mixed(first + i);
    }
  }
}

// Phases of a barrier are waited for by their parity: 0, 1, 0, … for the first, second, third use of a stage. The
// phase before the first one counts as over and has parity 1, so that the producer's first waits end at once.
template <int kStages, int kConsumers>
__global__ void specialised(const int* in, int* out, int n) {
  alignas(16) __shared__ int stages[kStages][kTile];
  __shared__ Barrier full[kStages], empty[kStages];
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<kWarp>(block);
  if (threadIdx.x < kStages) {
    init(&full[threadIdx.x], kWarp);                // the producer's lanes arrive
    init(&empty[threadIdx.x], kConsumers * kWarp);  // every consumer does
  }
  block.sync();
  const long long step = 1LL * gridDim.x * kTile;
  int stage = 0, parity = 0;
  for (long long first = 1LL * blockIdx.x * kTile; first < n; first += step) {
    const int count = elements(first, n);
    if (threadIdx.x < kWarp) {
      empty[stage].wait_parity(parity ^ 1);
      if (count == kTile) {
        cuda::memcpy_async(warp, stages[stage], in + first,
                           cuda::aligned_size_t<16>(sizeof stages[0]), full[stage]);
      } else {
        cuda::memcpy_async(warp, stages[stage], in + first, count * sizeof(int), full[stage]);
      }
      (void)full[stage].arrive();  // and on to the next stage
    } else {
      full[stage].wait_parity(parity);
      for (int i = threadIdx.x - kWarp; i < count; i += kConsumers * kWarp) {
        out[first + i] = stages[stage][count - 1 - i] + mixed(first + i);
      }
      (void)empty[stage].arrive();
    }
    if (++stage == kStages) stage = 0, parity ^= 1;
  }
}

template <int kStages, int kConsumers>
void run(ReversedTiles& tiles) {
  tiles.run(std::to_string(kStages) + " stages, 1 + " + std::to_string(kConsumers) + " warps",
            specialised<kStages, kConsumers>, (1 + kConsumers) * kWarp);
}

int main(int argc, char** argv) {
  ReversedTiles tiles(argc, argv, "One warp copies, the others compute.", 2);
  tiles.run("8 warps do both", all_do_both<8>, 8 * kWarp);
  run<2, 4>(tiles);
  run<2, 8>(tiles);
  run<4, 4>(tiles);
  run<4, 8>(tiles);
  return tiles.report();
}
