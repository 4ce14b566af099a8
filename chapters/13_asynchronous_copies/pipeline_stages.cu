// Chapter 13 · pipeline_stages
//
// While a block works on a tile, the next ones are in flight. A cuda::pipeline keeps the order: a stage is
// acquired, filled and committed, and later waited for, used and released. How many stages does it take until
// memory is busy all the time? Each costs a tile of shared memory.
//
//   pipeline_stages [--size N] [--blocks B]      N ints, default 2^15+501 on the CPU backend, 2^28 on a GPU;
//                                                B blocks per multiprocessor, default 2
#include <cooperative_groups.h>
#include <cuda/pipeline>

#include "reversed_tiles.cuh"

namespace cg = cooperative_groups;

constexpr int kBlock = 256;

// Every thread takes part in the copies and in the work. `ahead` is the next tile to be copied: up to kStages
// tiles before the one that is used. With one stage there is nothing ahead.
template <int kStages>
__global__ void staged(const int* in, int* out, int n) {
  alignas(16) __shared__ int stages[kStages][kTile];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  const cg::thread_block block = cg::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  const long long step = 1LL * gridDim.x * kTile;
  long long ahead = 1LL * blockIdx.x * kTile;
  int filled = 0, used = 0;  // stages, each counted on
  for (long long first = ahead; first < n; first += step, ++used) {
    for (; filled < used + kStages && ahead < n; ahead += step, ++filled) {
      pipeline.producer_acquire();  // waits until all threads have released the stage
      int* const stage = stages[filled % kStages];
      const int count = elements(ahead, n);
      if (count == kTile) {
        cuda::memcpy_async(block, stage, in + ahead, cuda::aligned_size_t<16>(sizeof stages[0]),
                           pipeline);
      } else {
        cuda::memcpy_async(block, stage, in + ahead, count * sizeof(int), pipeline);
      }
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();  // for the copies of all threads to the oldest stage
    const int* const tile = stages[used % kStages];
    const int count = elements(first, n);
    for (int i = threadIdx.x; i < count; i += kBlock) {
      out[first + i] = tile[count - 1 - i] + mixed(first + i);
    }
    pipeline.consumer_release();
  }
}

template <int kStages>
void run(ReversedTiles& tiles) {
  const int kib = kStages * kTile * static_cast<int>(sizeof(int)) >> 10;
  tiles.run(std::to_string(kStages) + (kStages == 1 ? " stage, " : " stages, ") +
                std::to_string(kib) + " KiB",
            staged<kStages>, kBlock);
}

int main(int argc, char** argv) {
  ReversedTiles tiles(argc, argv, "Copies in stages, ahead of the work that needs them.", 2);
  run<1>(tiles);
  run<2>(tiles);
  run<3>(tiles);
  run<4>(tiles);
  return tiles.report();
}
