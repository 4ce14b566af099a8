// Groups of the lanes that are at the same place, and the parts they can be cut into.
#include <cooperative_groups.h>
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <vector>

#include "../device_test.cuh"

namespace cg = cooperative_groups;

namespace {

constexpr int kThreads = 64;
constexpr int kRows = 14;

__global__ void operations(int* out, int remainder) {
  const int t = threadIdx.x, v = 1000 + t;
  int* row = out + t;
  if (t % 3 == remainder) {
    const cg::coalesced_group group = cg::coalesced_threads();
    row[0 * kThreads] = group.size();
    row[1 * kThreads] = group.thread_rank();
    row[2 * kThreads] = group.shfl(v, 4);
    row[3 * kThreads] = group.shfl_up(v, 2);
    row[4 * kThreads] = group.shfl_down(v, 3);
    row[5 * kThreads] = group.any(t == 3 + remainder);
    row[6 * kThreads] = group.all(t < 32);
    row[7 * kThreads] = group.ballot(t % 2);
    row[8 * kThreads] = group.match_any(t / 8);
    int equal = -1;
    row[9 * kThreads] = group.match_all(t / 32, equal);
    row[10 * kThreads] = equal;
    row[11 * kThreads] = group.meta_group_rank() * 10 + group.meta_group_size();
    group.sync();
    const cg::thread_group any = group;
    row[12 * kThreads] = any.size() * 100 + any.thread_rank();
    row[13 * kThreads] = group.num_threads();
  }
}

void expect_operations(int remainder) {
  const std::vector<int> out =
      run_kernel<int>(kRows * kThreads, [=](int* d) { operations<<<1, kThreads>>>(d, remainder); });
  for (int warp = 0; warp < 2; ++warp) {
    std::vector<int> members;
    for (int t = 32 * warp; t < 32 * warp + 32; ++t) {
      if (t % 3 == remainder) members.push_back(t);
    }
    const int size = static_cast<int>(members.size());
    unsigned odd = 0;
    for (int i = 0; i < size; ++i) odd |= static_cast<unsigned>(members[i] % 2) << i;
    for (int rank = 0; rank < size; ++rank) {
      const int t = members[rank];
      unsigned same = 0;
      for (int i = 0; i < size; ++i) same |= static_cast<unsigned>(members[i] / 8 == t / 8) << i;
      const int expected[kRows] = {
          size,
          rank,
          1000 + members[4],
          1000 + (rank >= 2 ? members[rank - 2] : t),
          1000 + (rank + 3 < size ? members[rank + 3] : t),
          warp == 0,
          warp == 0,
          static_cast<int>(odd),
          static_cast<int>(same),
          (1 << size) - 1,
          1,
          1,
          size * 100 + rank,
          size,
      };
      for (int i = 0; i < kRows; ++i)
        ASSERT_EQ(out[i * kThreads + t], expected[i]) << i << " " << t;
    }
  }
}

TEST(CoalescedGroups, OperationsOfLanesInABranch) { expect_operations(1); }
TEST(CoalescedGroups, OperationsOfLanesThatBeginWithTheFirst) { expect_operations(0); }

__global__ void both_sides(unsigned* out) {
  const int t = threadIdx.x;
  unsigned in_branch;
  if (t % 4 == 0) {
    in_branch = cg::coalesced_threads().size();
  } else {
    in_branch = 100 + cg::coalesced_threads().size();
  }
  __syncwarp();
  out[t] = in_branch;
  out[32 + t] = __activemask();
}

TEST(CoalescedGroups, EachSideOfABranch) {
  const auto out = run_kernel<unsigned>(64, [](unsigned* d) { both_sides<<<1, 32>>>(d); });
  for (int t = 0; t < 32; ++t) {
    EXPECT_EQ(out[t], t % 4 == 0 ? 8u : 124u) << t;
    EXPECT_EQ(out[32 + t], 0xffffffffu) << t;
  }
}

__global__ void nested(unsigned* out) {
  const unsigned t = threadIdx.x;
  unsigned before = 0, inner = 0, after = 0;
  if (t % 2 == 1) {
    before = cg::coalesced_threads().size();
    if (t % 4 == 1) inner = cg::coalesced_threads().size();
    after = cg::coalesced_threads().size();
  }
  out[t] = before * 10000 + inner * 100 + after;
  unsigned sum = 0;
#pragma unroll 1
  for (unsigned i = 0; i < t; ++i) sum += cg::coalesced_threads().size();
  out[32 + t] = sum;
}

TEST(CoalescedGroups, BranchesInBranchesAndLoops) {
  const auto out = run_kernel<unsigned>(64, [](unsigned* d) { nested<<<1, 32>>>(d); });
  unsigned sum = 0;
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(out[t], t % 2 == 0 ? 0 : t % 4 == 1 ? 160816u : 160016u) << t;
    EXPECT_EQ(out[32 + t], sum) << t;  // turn i is for the lanes above i
    sum += 31 - t;
  }
}

__global__ void full_and_partial(unsigned* out) {
  out[threadIdx.x] = cg::coalesced_threads().size();
  if (threadIdx.x % 2 == 0) return;
  out[threadIdx.x] += 100 * cg::coalesced_threads().size();
}

TEST(CoalescedGroups, ThreadsThatAreNotThere) {
  const auto out = run_kernel<unsigned>(44, [](unsigned* d) { full_and_partial<<<1, 44>>>(d); });
  for (unsigned t = 0; t < 44; ++t) {
    const unsigned all = t < 32 ? 32 : 12;
    EXPECT_EQ(out[t], all + (t % 2 == 0 ? 0 : 100 * all / 2)) << t;
  }
}

/// One atomic for all lanes that want to append.
__device__ int append(int* count) {
  const cg::coalesced_group group = cg::coalesced_threads();
  int first = 0;
  if (group.thread_rank() == 0) first = atomicAdd(count, static_cast<int>(group.size()));
  return group.shfl(first, 0) + static_cast<int>(group.thread_rank());
}

/// Some lanes skip a turn of the loop: they are not in the group of those that do not.
__global__ void filter(const int* in, int n, int* count, int* out, int* group_sizes) {
  for (int i = threadIdx.x; i < n; i += 32) {
    if (in[i] % 3 == 0) {
      atomicAdd(&group_sizes[i / 32], static_cast<int>(cg::coalesced_threads().size()));
      out[append(count)] = in[i];
    }
  }
}

TEST(CoalescedGroups, WarpAggregatedAtomics) {
  const int n = 10 * 32;
  std::vector<int> values(n), expected, sizes(10);
  for (int i = 0; i < n; ++i) {
    values[i] = (i * 37 + i / 32) % 101;
    if (values[i] % 3 != 0) continue;
    expected.push_back(values[i]);
    ++sizes[i / 32];
  }
  for (int& size : sizes) size *= size;
  const DeviceBuffer<int> in(values), count(std::vector<int>{0}), out(n);
  const DeviceBuffer<int> group_sizes(std::vector<int>(10));
  filter<<<1, 32>>>(in.data(), n, count.data(), out.data(), group_sizes.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  ASSERT_EQ(count.read()[0], static_cast<int>(expected.size()));
  std::vector<int> kept = out.read();
  kept.resize(expected.size());
  EXPECT_EQ(kept, expected);
  EXPECT_EQ(group_sizes.read(), sizes);
}

__global__ void tiles(int* out) {
  const int t = threadIdx.x;
  if (t % 3 != 0) {
    const cg::coalesced_group group = cg::coalesced_threads();
    const cg::coalesced_group tile = cg::tiled_partition(group, 4);
    out[t] = tile.meta_group_rank() * 10000 + tile.meta_group_size() * 1000 + tile.size() * 100 +
             tile.thread_rank();
    out[32 + t] = tile.shfl(t, 1);
    out[64 + t] = cg::tiled_partition(group, 32).size();
  }
}

TEST(CoalescedGroups, Tiles) {
  const std::vector<int> out = run_kernel<int>(96, [](int* d) { tiles<<<1, 32>>>(d); });
  std::vector<int> members;
  for (int t = 0; t < 32; ++t) {
    if (t % 3 != 0) members.push_back(t);
  }
  ASSERT_EQ(members.size(), 21u);
  for (int rank = 0; rank < 21; ++rank) {
    const int t = members[rank], tile = rank / 4;
    if (tile == 5) continue;  // of one thread
    EXPECT_EQ(out[t], tile * 10000 + 6000 + 400 + rank % 4) << t;
    EXPECT_EQ(out[32 + t], members[tile * 4 + 1]) << t;
    EXPECT_EQ(out[64 + t], 21) << t;
  }
}

__global__ void partitions(int* out) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const int t = threadIdx.x, rank = tile.thread_rank();
  const cg::coalesced_group by_label = cg::labeled_partition(tile, (rank + 2) % 3);
  const cg::coalesced_group by_sign = cg::binary_partition(tile, rank < 5);
  const cg::coalesced_group undivided = cg::binary_partition(tile, true);
  const cg::coalesced_group again = cg::labeled_partition(by_sign, rank % 2 == 0);
  const auto facts = [](const cg::coalesced_group& group) {
    return static_cast<int>(group.size() * 1000 + group.thread_rank() * 100 +
                            group.meta_group_rank() * 10 + group.meta_group_size());
  };
  out[0 * 32 + t] = facts(by_label);
  out[1 * 32 + t] = facts(by_sign);
  out[2 * 32 + t] = facts(undivided);
  out[3 * 32 + t] = facts(again);
  out[4 * 32 + t] = by_label.shfl(t, 1);
}

TEST(CoalescedGroups, PartsByLabelAndByPredicate) {
  const std::vector<int> out = run_kernel<int>(5 * 32, [](int* d) { partitions<<<1, 32>>>(d); });
  for (int t = 0; t < 32; ++t) {
    const int rank = t % 16;
    const bool is_low = rank < 5, is_even = rank % 2 == 0;
    // Parts are ranked in the order of their first threads: rank 0 has label 2, and so on.
    EXPECT_EQ(out[t], (rank % 3 == 0 ? 6000 : 5000) + rank / 3 * 100 + rank % 3 * 10 + 3) << t;
    EXPECT_EQ(out[32 + t], is_low ? 5012 + rank * 100 : 11002 + (rank - 5) * 100) << t;
    EXPECT_EQ(out[64 + t], 16001 + rank * 100) << t;
    const int size = is_low ? (is_even ? 3 : 2) : (is_even ? 5 : 6);
    const int place = is_low ? rank / 2 : (is_even ? rank / 2 - 3 : (rank - 5) / 2);
    EXPECT_EQ(out[96 + t], size * 1000 + place * 100 + is_even * 10 + 2) << t;
    EXPECT_EQ(out[128 + t], t - rank + rank % 3 + 3) << t;
  }
}

}  // namespace
