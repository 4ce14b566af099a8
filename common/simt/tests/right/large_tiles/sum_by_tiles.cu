// Tiles of several warps: each adds up its own part of an array, by a reduction of the whole tile, or by warps.
// supports: <cooperative_groups.h>: tiles of 64 to 1024 threads, with `block_tile_memory` or without it
// prints: 64: 32896 98432 163968 229504
// prints: 128: 131328 393472
// prints: 256: 524800
// prints: by warps: 131328 393472
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdio>

namespace cg = cooperative_groups;

constexpr int kBlock = 256;

/// Every thread takes `n / size` neighbours apart by the size of the tile.
template <class Tile>
__device__ int part_of(const Tile& tile, const int* in, int n) {
  const int first = static_cast<int>(tile.meta_group_rank()) * n;
  int sum = 0;
  for (int i = static_cast<int>(tile.thread_rank()); i < n;
       i += static_cast<int>(tile.num_threads())) {
    sum += in[first + i];
  }
  return sum;
}

template <unsigned Size>
__global__ void sums(const int* in, int n, int* out) {
  __shared__ cg::block_tile_memory<kBlock> memory;
  const cg::thread_block block = cg::this_thread_block(memory);
  const auto tile = cg::tiled_partition<Size>(block);
  const int sum = cg::reduce(tile, part_of(tile, in, n), cg::plus<int>());
  if (tile.thread_rank() == 0) out[tile.meta_group_rank()] = sum;
}

/// The same without the toolkit's reduction: warps of the tile leave their sums in shared memory.
__global__ void sums_by_warps(const int* in, int n, int* out) {
  __shared__ int partial[kBlock / 32];
  const auto tile = cg::tiled_partition<128>(cg::this_thread_block());
  const auto warp = cg::tiled_partition<32>(tile);
  int* const mine = partial + tile.meta_group_rank() * warp.meta_group_size();
  int sum = part_of(tile, in, n);
  for (unsigned i = warp.size() / 2; i > 0; i /= 2) sum += warp.shfl_down(sum, i);
  if (warp.thread_rank() == 0) mine[warp.meta_group_rank()] = sum;
  tile.sync();
  if (tile.thread_rank() == 0) {
    for (unsigned i = 1; i < warp.meta_group_size(); ++i) sum += mine[i];
    out[tile.meta_group_rank()] = sum;
  }
}

int main() {
  int host[4 * kBlock], *in, *out;
  for (int i = 0; i < 4 * kBlock; ++i) host[i] = i + 1;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, 4 * sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  const auto show = [&](const char* name, int tiles) {
    cudaMemcpy(host, out, tiles * sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%s:", name);
    for (int i = 0; i < tiles; ++i) std::printf(" %d", host[i]);
    std::printf("\n");
  };
  sums<64><<<1, kBlock>>>(in, 256, out);
  show("64", 4);
  sums<128><<<1, kBlock>>>(in, 512, out);
  show("128", 2);
  sums<256><<<1, kBlock>>>(in, 1024, out);
  show("256", 1);
  sums_by_warps<<<1, kBlock>>>(in, 512, out);
  show("by warps", 2);
  cudaFree(in);
  cudaFree(out);
}
