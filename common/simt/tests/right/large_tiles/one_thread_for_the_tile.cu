// One thread of each tile of 64 reserves a piece of the output for all; any() and all() end a search early.
// prints: pieces of 64 for 8 tiles: complete
// prints: rounds: 3 1 4 1
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

/// Whoever comes first has the first piece; within a piece, the order is that of the ranks.
__global__ void take_pieces(unsigned* next, unsigned* out) {
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  const unsigned first =
      cg::invoke_one_broadcast(tile, [&] { return atomicAdd(next, tile.num_threads()); });
  out[first + tile.thread_rank()] = 1000 * first + tile.thread_rank();
}

/// Each tile looks for the number 7 in its part, and stops where one of its threads has found it; a part full of
/// zeros tells it at once.
__global__ void search(const int* in, int* rounds) {
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  const int* const part = in + 256 * tile.meta_group_rank();
  int round = 0;
  bool is_found = false, is_empty = false;
  while (round < 4 && !is_found && !is_empty) {
    const int value = part[64 * round + static_cast<int>(tile.thread_rank())];
    is_found = tile.any(value == 7) != 0;
    is_empty = tile.all(value == 0) != 0;
    ++round;
  }
  cg::invoke_one(tile, [&] { rounds[tile.meta_group_rank()] = round; });
}

int main() {
  unsigned pieces[512], *next, *out;
  cudaMalloc(&next, sizeof(unsigned));
  cudaMalloc(&out, sizeof pieces);
  cudaMemset(next, 0, sizeof(unsigned));
  take_pieces<<<2, 256>>>(next, out);
  cudaMemcpy(pieces, out, sizeof pieces, cudaMemcpyDeviceToHost);
  bool is_complete = true;
  for (unsigned i = 0; i < 512; ++i) is_complete &= pieces[i] == 1000 * (i / 64 * 64) + i % 64;
  std::printf("pieces of 64 for 8 tiles: %s\n", is_complete ? "complete" : "wrong");

  int host[1024], rounds[4], *in, *device_rounds;
  for (int i = 0; i < 1024; ++i) host[i] = i < 256 ? 1 : i < 512 ? 0 : 2;
  host[150] = 7;
  host[799] = 7;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&device_rounds, sizeof rounds);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  search<<<1, 256>>>(in, device_rounds);
  cudaMemcpy(rounds, device_rounds, sizeof rounds, cudaMemcpyDeviceToHost);
  std::printf("rounds: %d %d %d %d\n", rounds[0], rounds[1], rounds[2], rounds[3]);
  cudaFree(next);
  cudaFree(out);
  cudaFree(in);
  cudaFree(device_rounds);
}
