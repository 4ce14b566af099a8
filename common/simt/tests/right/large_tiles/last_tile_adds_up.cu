// Tiles of 128 threads leave partial results in global memory; the tile that draws the last ticket adds them up. Its
// barrier orders global memory between the threads of the tile, also what one of them has fenced for all.
// prints: sum 523776
// prints: transposed: right
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>

#include <cstdio>

namespace cg = cooperative_groups;

constexpr unsigned kTile = 128;
constexpr unsigned kTiles = 8;

__global__ void add_up(const int* in, int* partial, unsigned* ticket, int* out) {
  __shared__ bool is_last[kTiles];
  const auto tile = cg::tiled_partition<kTile>(cg::this_thread_block());
  const unsigned number = blockIdx.x * (blockDim.x / kTile) + tile.meta_group_rank();
  // Every thread leaves something of its own.
  partial[number * kTile + tile.thread_rank()] = in[number * kTile + tile.thread_rank()];
  tile.sync();
  if (tile.thread_rank() == 0) {
    __threadfence();
    is_last[tile.meta_group_rank()] = atomicAdd(ticket, 1) == kTiles - 1;
    __threadfence();
  }
  tile.sync();
  if (!is_last[tile.meta_group_rank()]) return;
  int sum = 0;
  for (unsigned i = 0; i < kTiles; ++i) sum += partial[i * kTile + tile.thread_rank()];
  sum = cg::reduce(tile, sum, cg::plus<int>());
  if (tile.thread_rank() == 0) *out = sum;
}

/// Each tile fetches its own 128 numbers with an asynchronous copy, and uses those of its other threads.
__global__ void reverse(const int* in, int* out) {
  __shared__ int numbers[2 * kTile];
  const auto tile = cg::tiled_partition<kTile>(cg::this_thread_block());
  int* const mine = numbers + kTile * tile.meta_group_rank();
  const unsigned first = blockIdx.x * blockDim.x + kTile * tile.meta_group_rank();
  cg::memcpy_async(tile, mine, in + first, kTile * sizeof(int));
  cg::wait(tile);
  out[first + tile.thread_rank()] = mine[kTile - 1 - tile.thread_rank()];
}

int main() {
  constexpr unsigned n = kTile * kTiles;
  int host[n], sum, *in, *partial, *out;
  unsigned* ticket;
  for (unsigned i = 0; i < n; ++i) host[i] = static_cast<int>(i);
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&partial, sizeof host);
  cudaMalloc(&out, sizeof(int));
  cudaMalloc(&ticket, sizeof(unsigned));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(ticket, 0, sizeof(unsigned));
  add_up<<<kTiles / 2, 2 * kTile>>>(in, partial, ticket, out);
  cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
  std::printf("sum %d\n", sum);
  reverse<<<kTiles / 2, 2 * kTile>>>(in, partial);
  cudaMemcpy(host, partial, sizeof host, cudaMemcpyDeviceToHost);
  bool is_right = true;
  for (unsigned i = 0; i < n; ++i) {
    is_right &= host[i] == static_cast<int>(i / kTile * kTile + kTile - 1 - i % kTile);
  }
  std::printf("transposed: %s\n", is_right ? "right" : "wrong");
  cudaFree(in);
  cudaFree(partial);
  cudaFree(out);
  cudaFree(ticket);
}
