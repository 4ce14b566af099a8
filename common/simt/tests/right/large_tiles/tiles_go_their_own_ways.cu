// The tiles of a block make different numbers of rounds, and wait only for their own threads: sorting networks, one for
// each tile of 128 in shared memory, and one tile that has nothing to do.
// prints: row 0: sorted, 0 to 127
// prints: row 1: sorted, 1000 to 1127
// prints: row 2: as it was
// prints: row 3: sorted, 3000 to 3127
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

constexpr unsigned kRow = 128;
constexpr unsigned kRows = 4;

/// Odd-even transposition: as many rounds as there are numbers, each thread but the last compares two neighbours.
__device__ void sort(const cg::thread_block_tile<kRow>& tile, int* row, unsigned rounds) {
  const unsigned i = tile.thread_rank();
  for (unsigned round = 0; round < rounds; ++round) {
    if (i % 2 == round % 2 && i + 1 < tile.size() && row[i] > row[i + 1]) {
      const int larger = row[i];
      row[i] = row[i + 1];
      row[i + 1] = larger;
    }
    tile.sync();
  }
}

__global__ void sort_rows(int* numbers) {
  __shared__ int rows[kRows][kRow];
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<kRow> tile = cg::tiled_partition<kRow>(block);
  int* const row = rows[tile.meta_group_rank()];
  int* const home = numbers + tile.meta_group_rank() * kRow;
  row[tile.thread_rank()] = home[tile.thread_rank()];
  tile.sync();
  if (tile.meta_group_rank() != 2) sort(tile, row, kRow + 16 * tile.meta_group_rank());
  // Whose number this was before the last round is no matter: the tile has waited.
  const unsigned other = kRow - 1 - tile.thread_rank();
  home[other] = row[other];
}

int main() {
  int host[kRows][kRow], *numbers;
  for (unsigned r = 0; r < kRows; ++r) {
    for (unsigned i = 0; i < kRow; ++i)
      host[r][i] = static_cast<int>(1000 * r + (i * 77 + 5) % 128);
  }
  cudaMalloc(&numbers, sizeof host);
  cudaMemcpy(numbers, host, sizeof host, cudaMemcpyHostToDevice);
  sort_rows<<<1, kRows * kRow>>>(numbers);
  cudaMemcpy(host, numbers, sizeof host, cudaMemcpyDeviceToHost);
  for (unsigned r = 0; r < kRows; ++r) {
    bool is_sorted = true, is_old = true;
    for (unsigned i = 0; i < kRow; ++i) {
      is_sorted &= host[r][i] == static_cast<int>(1000 * r + i);
      is_old &= host[r][i] == static_cast<int>(1000 * r + (i * 77 + 5) % 128);
    }
    if (is_sorted) {
      std::printf("row %u: sorted, %d to %d\n", r, host[r][0], host[r][kRow - 1]);
    } else {
      std::printf("row %u: %s\n", r, is_old ? "as it was" : "wrong");
    }
  }
  cudaFree(numbers);
}
