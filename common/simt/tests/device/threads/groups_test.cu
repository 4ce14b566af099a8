// Cooperative groups within a block: what each group knows of itself, and what its threads can do
// together.
// supports: <cooperative_groups.h>: blocks, tiles, coalesced groups, labeled and binary partitions, `invoke_one`
#include <cooperative_groups.h>
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <vector>

#include "../device_test.cuh"

namespace cg = cooperative_groups;

namespace {

struct BlockFacts {
  unsigned rank, threads, size;
  dim3 group_index, thread_index, dim_threads, group_dim;
  unsigned long long generic_rank, generic_size;
};

__global__ void block_facts(BlockFacts* out) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_group group = block;
  const unsigned number = blockIdx.y * gridDim.x + blockIdx.x;
  out[number * block.size() + block.thread_rank()] = {
      block.thread_rank(), block.num_threads(),    block.size(),
      block.group_index(), block.thread_index(),   block.dim_threads(),
      block.group_dim(),   cg::thread_rank(group), group.size()};
}

TEST(Groups, ABlockKnowsItself) {
  const std::vector<BlockFacts> all = run_kernel<BlockFacts>(
      6 * 24, [](BlockFacts* d) { block_facts<<<dim3(3, 2), dim3(4, 3, 2)>>>(d); });
  for (unsigned i = 0; i < all.size(); ++i) {
    const unsigned rank = i % 24;
    EXPECT_EQ(all[i].rank, rank);
    EXPECT_EQ(all[i].generic_rank, rank);
    EXPECT_EQ(all[i].threads, 24u);
    EXPECT_EQ(all[i].size, 24u);
    EXPECT_EQ(all[i].generic_size, 24u);
    EXPECT_EQ(all[i].group_index.x, i / 24 % 3);
    EXPECT_EQ(all[i].group_index.y, i / 72);
    EXPECT_EQ(all[i].thread_index.x, rank % 4);
    EXPECT_EQ(all[i].thread_index.y, rank / 4 % 3);
    EXPECT_EQ(all[i].thread_index.z, rank / 12);
    EXPECT_EQ(all[i].dim_threads.y, 3u);
    EXPECT_EQ(all[i].group_dim.z, 2u);
  }
}

__global__ void block_barriers(int* out) {
  __shared__ int values[128];
  const cg::thread_block block = cg::this_thread_block();
  const int t = block.thread_rank();
  values[t] = t;
  block.sync();
  const int a = values[127 - t];
  cg::sync(block);
  values[t] = 10 * a;
  auto token = block.barrier_arrive();
  const int own = t * 1000;
  block.barrier_wait(std::move(token));
  out[t] = own + values[(t + 1) % 128];
}

TEST(Groups, BlockBarriers) {
  const std::vector<int> out = run_kernel<int>(128, [](int* d) { block_barriers<<<1, 128>>>(d); });
  for (int t = 0; t < 128; ++t) EXPECT_EQ(out[t], t * 1000 + 10 * (127 - (t + 1) % 128));
}

struct GridFacts {
  unsigned long long rank, threads, block_rank, blocks;
  dim3 thread_index, dim_threads, block_index, dim_blocks;
};

__global__ void grid_facts(GridFacts* out) {
  const cg::grid_group grid = cg::this_grid();
  out[grid.thread_rank()] = {grid.thread_rank(), grid.num_threads(),  grid.block_rank(),
                             grid.num_blocks(),  grid.thread_index(), grid.dim_threads(),
                             grid.block_index(), grid.dim_blocks()};
}

TEST(Groups, AGridKnowsItself) {
  const std::vector<GridFacts> all = run_kernel<GridFacts>(
      12 * 6, [](GridFacts* d) { grid_facts<<<dim3(3, 4), dim3(2, 3)>>>(d); });
  for (unsigned i = 0; i < all.size(); ++i) {
    const unsigned block = i / 6, thread = i % 6;
    EXPECT_EQ(all[i].rank, i);
    EXPECT_EQ(all[i].threads, 72u);
    EXPECT_EQ(all[i].block_rank, block);
    EXPECT_EQ(all[i].blocks, 12u);
    EXPECT_EQ(all[i].thread_index.x, block % 3 * 2 + thread % 2);
    EXPECT_EQ(all[i].thread_index.y, block / 3 * 3 + thread / 2);
    EXPECT_EQ(all[i].dim_threads.y, 12u);
    EXPECT_EQ(all[i].block_index.y, block / 3);
    EXPECT_EQ(all[i].dim_blocks.x, 3u);
  }
}

constexpr int kTileRows = 16;

template <unsigned Size>
__global__ void tile_operations(int* out) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<Size, cg::thread_block> tile = cg::tiled_partition<Size>(block);
  const int t = block.thread_rank(), n = block.size();
  const int v = 1000 + t;
  int* row = out + t;
  row[0 * n] = tile.thread_rank();
  row[1 * n] = tile.num_threads();
  row[2 * n] = tile.meta_group_rank();
  row[3 * n] = tile.meta_group_size();
  row[4 * n] = tile.shfl(v, Size - 1);
  row[5 * n] = tile.shfl(v, tile.thread_rank() + 1);  // wraps
  row[6 * n] = tile.shfl_up(v, 1);
  row[7 * n] = tile.shfl_down(v, 2);
  row[8 * n] = tile.shfl_xor(v, Size / 2);
  row[9 * n] = tile.any(t == 5);
  row[10 * n] = tile.all(t < 32);
  row[11 * n] = tile.ballot(t % 3 == 0);
  row[12 * n] = tile.match_any(t / 3);
  int equal = -1;
  row[13 * n] = tile.match_all(t / 8, equal);
  row[14 * n] = equal;
  tile.sync();
  const cg::thread_block_tile<Size> plain = tile;
  const cg::thread_group& group = plain;
  row[15 * n] = plain.meta_group_rank() * 10000 + plain.meta_group_size() * 100 + group.size() +
                group.thread_rank();
}

template <unsigned Size>
void expect_tile_operations() {
  const int n = 96, s = Size;
  const std::vector<int> out =
      run_kernel<int>(kTileRows * n, [](int* d) { tile_operations<Size><<<1, dim3(8, 12)>>>(d); });
  for (int t = 0; t < n; ++t) {
    const int rank = t % s, first = t - rank;
    unsigned thirds = 0, same = 0;
    for (int i = 0; i < s; ++i) {
      thirds |= static_cast<unsigned>((first + i) % 3 == 0) << i;
      same |= static_cast<unsigned>((first + i) / 3 == t / 3) << i;
    }
    const bool equal = s <= 8;
    const int expected[kTileRows] = {rank,
                                     s,
                                     t / s,
                                     n / s,
                                     1000 + first + s - 1,
                                     1000 + first + (rank + 1) % s,
                                     1000 + (rank >= 1 ? t - 1 : t),
                                     1000 + (rank + 2 < s ? t + 2 : t),
                                     1000 + (t ^ s / 2),
                                     5 / s == t / s,
                                     first + s <= 32,
                                     static_cast<int>(thirds),
                                     static_cast<int>(same),
                                     static_cast<int>(equal ? ~0u >> (32 - s) : 0),
                                     equal,
                                     t / s * 10000 + n / s * 100 + s + rank};
    for (int i = 0; i < kTileRows; ++i) ASSERT_EQ(out[i * n + t], expected[i]) << i << " " << t;
  }
}

TEST(Groups, TilesOfEverySize) {
  expect_tile_operations<1>();
  expect_tile_operations<2>();
  expect_tile_operations<4>();
  expect_tile_operations<8>();
  expect_tile_operations<16>();
  expect_tile_operations<32>();
}

__global__ void tile_of_tile(int* out) {
  const auto sixteen = cg::tiled_partition<16>(cg::this_thread_block());
  const auto four = cg::tiled_partition<4>(sixteen);
  const auto two = cg::tiled_partition<2>(cg::thread_block_tile<4>(four));
  int* row = out + threadIdx.x;
  row[0 * 64] = four.meta_group_rank() * 100 + four.meta_group_size();
  row[1 * 64] = two.meta_group_rank() * 100 + two.meta_group_size();
  row[2 * 64] = four.shfl(static_cast<int>(threadIdx.x), 2);
  row[3 * 64] = cg::this_thread().size() * 100 + cg::this_thread().thread_rank() * 10 +
                cg::this_thread().meta_group_size();
}

TEST(Groups, TilesOfTiles) {
  const std::vector<int> out = run_kernel<int>(4 * 64, [](int* d) { tile_of_tile<<<1, 64>>>(d); });
  for (int t = 0; t < 64; ++t) {
    EXPECT_EQ(out[0 * 64 + t], t % 16 / 4 * 100 + 4) << t;
    EXPECT_EQ(out[1 * 64 + t], t % 4 / 2 * 100 + 2) << t;
    EXPECT_EQ(out[2 * 64 + t], t / 4 * 4 + 2) << t;
    EXPECT_EQ(out[3 * 64 + t], 101) << t;
  }
}

__global__ void tiles_at_run_time(int* out, unsigned size) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_group tile = cg::tiled_partition(block, size);
  const cg::thread_group half = cg::tiled_partition(tile, size / 2);
  __shared__ int values[64];
  values[threadIdx.x] = threadIdx.x;
  tile.sync();
  const int last = values[threadIdx.x / size * size + size - 1];
  half.sync();
  int* row = out + threadIdx.x;
  row[0 * 64] = tile.thread_rank();
  row[1 * 64] = static_cast<int>(tile.size());
  row[2 * 64] = last;
  row[3 * 64] = half.size() * 100 + half.thread_rank();
}

TEST(Groups, TilesOfASizeKnownAtRunTime) {
  for (const int size : {2, 4, 8, 16, 32}) {
    const std::vector<int> out =
        run_kernel<int>(4 * 64, [=](int* d) { tiles_at_run_time<<<1, 64>>>(d, size); });
    for (int t = 0; t < 64; ++t) {
      EXPECT_EQ(out[0 * 64 + t], t % size) << size << " " << t;
      EXPECT_EQ(out[1 * 64 + t], size) << size << " " << t;
      EXPECT_EQ(out[2 * 64 + t], t / size * size + size - 1) << size << " " << t;
      EXPECT_EQ(out[3 * 64 + t], size / 2 * 100 + t % (size / 2)) << size << " " << t;
    }
  }
}

struct Wide {
  double a;
  int b[5];
};
struct Narrow {
  signed char a[3];  // a plain one is unsigned on AArch64
};

__global__ void shuffle_structures(double* out) {
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const int t = threadIdx.x;
  const Wide wide{t + 0.5, {t, t + 1, t + 2, t + 3, t + 4}};
  const Wide got = tile.shfl_xor(wide, 3);
  const Narrow narrow{{static_cast<signed char>(t), 1, static_cast<signed char>(-t)}};
  const Narrow small = tile.shfl(narrow, 6);
  const float3 three = tile.shfl_down(make_float3(t, t * 2, t * 3), 1);
  out[t] = got.a + got.b[0] + got.b[4];
  out[32 + t] = small.a[0] * 100 + small.a[1] * 10 + small.a[2];
  out[64 + t] = three.x + three.y + three.z;
  out[96 + t] = tile.shfl(static_cast<unsigned char>(200 + t), 5) + tile.shfl(t % 8 == 3, 3);
}

TEST(Groups, ShufflesMoveStructures) {
  const std::vector<double> out =
      run_kernel<double>(128, [](double* d) { shuffle_structures<<<1, 32>>>(d); });
  for (int t = 0; t < 32; ++t) {
    const int x = t ^ 3, six = t / 8 * 8 + 6, next = t % 8 == 7 ? t : t + 1;
    EXPECT_EQ(out[t], 3 * x + 4.5) << t;
    EXPECT_EQ(out[32 + t], six * 100 + 10 - six) << t;
    EXPECT_EQ(out[64 + t], 6 * next) << t;
    EXPECT_EQ(out[96 + t], 200 + t / 8 * 8 + 5 + 1) << t;
  }
}

__global__ void elect(int* out) {
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<16>(block);
  int* row = out + threadIdx.x;
  row[0 * 64] = 0;
  row[1 * 64] = 0;
  block.sync();
  cg::invoke_one(
      tile, [&](int* of_tile) { atomicAdd(of_tile, 1); }, out + threadIdx.x / 16 * 16);
  cg::invoke_one(block, [&] { row[1 * 64] = 7; });
  row[2 * 64] = cg::invoke_one_broadcast(tile, [&] { return static_cast<int>(threadIdx.x) / 16; });
}

TEST(Groups, OneThreadForAll) {
  const std::vector<int> out = run_kernel<int>(3 * 64, [](int* d) { elect<<<1, 64>>>(d); });
  for (int t = 0; t < 64; ++t) {
    EXPECT_EQ(out[0 * 64 + t], t % 16 == 0) << t;
    EXPECT_EQ(out[1 * 64 + t], t == 0 ? 7 : 0) << t;
    EXPECT_EQ(out[2 * 64 + t], t / 16) << t;
  }
}

}  // namespace
