// Chapter 13 · copy_and_wait
//
// A block fills a tile in shared memory. By load and store, each value passes through a register, and the thread
// waits for it. cuda::memcpy_async only begins the copy; a cuda::barrier says when it is done. To arrive is one
// step, to wait another, and between the two there is time for other work.
//
//   copy_and_wait [--size N] [--blocks B]      N ints, default 2^15+501 on the CPU backend, 2^28 on a GPU;
//                                              B blocks per multiprocessor, default 8
#include <cooperative_groups.h>
#include <cuda/barrier>

#include "reversed_tiles.cuh"

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int kBlock = 256;

// The way of the chapters before: the second barrier keeps the next tile out until all have read this one.
__global__ void load_and_store(const int* in, int* out, int n) {
  __shared__ int tile[kTile];
  for (long long first = 1LL * blockIdx.x * kTile; first < n; first += 1LL * gridDim.x * kTile) {
    const int count = elements(first, n);
    for (int i = threadIdx.x; i < count; i += kBlock) tile[i] = in[first + i];
    __syncthreads();
    for (int i = threadIdx.x; i < count; i += kBlock) {
      out[first + i] = tile[count - 1 - i] + mixed(first + i);
    }
    __syncthreads();
  }
}

// All threads call memcpy_async, and share the copy. The phase of the barrier ends when all threads have arrived
// and the copies are done that they began before; the next phase begins at once, for the next tile.
__global__ void arrive_and_wait(const int* in, int* out, int n) {
  __shared__ int tile[kTile];
  __shared__ Barrier barrier;
  const cg::thread_block block = cg::this_thread_block();
  if (threadIdx.x == 0) init(&barrier, kBlock);  // how many arrivals end a phase
  block.sync();                                  // before the first arrives
  for (long long first = 1LL * blockIdx.x * kTile; first < n; first += 1LL * gridDim.x * kTile) {
    const int count = elements(first, n);
    cuda::memcpy_async(block, tile, in + first, count * sizeof(int), barrier);
    barrier.arrive_and_wait();
    for (int i = threadIdx.x; i < count; i += kBlock) {
      out[first + i] = tile[count - 1 - i] + mixed(first + i);
    }
    block.sync();
  }
}

// The token names the phase that the thread has arrived in. What does not need the tile comes before the wait.
// kAligned promises that addresses and size are multiples of 16 bytes: then a copy is made of larger pieces, on
// compute capability 9.0 of a single one that a single thread begins.
template <bool kAligned>
__global__ void arrive_work_wait(const int* in, int* out, int n) {
  alignas(16) __shared__ int tile[kTile];
  __shared__ Barrier barrier;
  const cg::thread_block block = cg::this_thread_block();
  if (threadIdx.x == 0) init(&barrier, kBlock);
  block.sync();
  for (long long first = 1LL * blockIdx.x * kTile; first < n; first += 1LL * gridDim.x * kTile) {
    const int count = elements(first, n);
    if (kAligned && count == kTile) {
      cuda::memcpy_async(block, tile, in + first, cuda::aligned_size_t<16>(sizeof tile), barrier);
    } else {
      cuda::memcpy_async(block, tile, in + first, count * sizeof(int), barrier);
    }
    Barrier::arrival_token token = barrier.arrive();
    int number[kTile / kBlock];
#pragma unroll
    for (int k = 0; k < kTile / kBlock; ++k) number[k] = mixed(first + k * kBlock + threadIdx.x);
    barrier.wait(std::move(token));
#pragma unroll
    for (int k = 0; k < kTile / kBlock; ++k) {
      const int i = k * kBlock + threadIdx.x;
      if (i < count) out[first + i] = tile[count - 1 - i] + number[k];
    }
    block.sync();
  }
}

int main(int argc, char** argv) {
  ReversedTiles tiles(argc, argv, "Copies that a barrier waits for.", 8);
  tiles.run("load, store, __syncthreads", load_and_store, kBlock);
  tiles.run("async, arrive_and_wait", arrive_and_wait, kBlock);
  tiles.run("arrive, work, wait", arrive_work_wait<false>, kBlock);
  tiles.run("  aligned to 16 bytes", arrive_work_wait<true>, kBlock);
  return tiles.report();
}
