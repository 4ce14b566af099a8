// Warp collectives: every operation against its definition in the CUDA C++ Programming Guide.
// supports: intrinsics: shuffles, votes, `__match_*`, `__reduce_*`; `__activemask` (the lanes that are at the
//     same call)
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <vector>

#include "../device_test.cuh"

namespace {

constexpr unsigned kFull = 0xffffffffu;

__global__ void shuffles(int* out) {
  const int lane = threadIdx.x;
  const int v = 100 + lane;
  int* row = out + lane;
  row[0 * 32] = __shfl_sync(kFull, v, 5);
  row[1 * 32] = __shfl_sync(kFull, v, lane + 1, 8);  // wraps inside segments of 8
  row[2 * 32] = __shfl_up_sync(kFull, v, 3);
  row[3 * 32] = __shfl_up_sync(kFull, v, 2, 4);
  row[4 * 32] = __shfl_down_sync(kFull, v, 3);
  row[5 * 32] = __shfl_down_sync(kFull, v, 1, 2);
  row[6 * 32] = __shfl_xor_sync(kFull, v, 16);
  row[7 * 32] = __shfl_xor_sync(kFull, v, 9, 16);
  row[8 * 32] = __shfl_xor_sync(kFull, v, 8, 8);  // leaves the segment: only backwards
}

TEST(Warp, ShufflesOfEveryKindAndWidth) {
  const std::vector<int> out = run_kernel<int>(9 * 32, [](int* d) { shuffles<<<1, 32>>>(d); });
  for (int lane = 0; lane < 32; ++lane) {
    const int expected[] = {
        105,
        100 + (lane & ~7) + (lane + 1) % 8,
        100 + (lane >= 3 ? lane - 3 : lane),
        100 + (lane % 4 >= 2 ? lane - 2 : lane),
        100 + (lane + 3 < 32 ? lane + 3 : lane),
        100 + (lane % 2 == 0 ? lane + 1 : lane),
        100 + (lane ^ 16),
        100 + (lane ^ 9),
        100 + ((lane ^ 8) > (lane | 7) ? lane : lane ^ 8),
    };
    for (int i = 0; i < 9; ++i) EXPECT_EQ(out[i * 32 + lane], expected[i]) << i << " " << lane;
  }
}

template <class T>
__global__ void shuffle_typed(T* out, T scale) {
  out[threadIdx.x] = __shfl_xor_sync(kFull, static_cast<T>(threadIdx.x * scale), 1);
}

template <class T>
void expect_typed_shuffle(T scale) {
  const std::vector<T> out =
      run_kernel<T>(32, [=](T* d) { shuffle_typed<T><<<1, 32>>>(d, scale); });
  for (int lane = 0; lane < 32; ++lane) EXPECT_EQ(out[lane], static_cast<T>((lane ^ 1) * scale));
}

TEST(Warp, ShufflesMoveFourAndEightByteTypes) {
  expect_typed_shuffle<int>(-3);
  expect_typed_shuffle<unsigned>(0x8000001u);
  expect_typed_shuffle<float>(1.25f);
  expect_typed_shuffle<double>(1e100);
  expect_typed_shuffle<long long>(-(1ll << 40));
  expect_typed_shuffle<unsigned long long>(1ull << 58);
}

__global__ void votes(unsigned* out) {
  const int lane = threadIdx.x;
  unsigned* row = out + lane;
  row[0 * 32] = __ballot_sync(kFull, lane % 3 == 0);
  row[1 * 32] = __any_sync(kFull, lane == 31);
  row[2 * 32] = __any_sync(kFull, lane == 32);
  row[3 * 32] = __all_sync(kFull, lane < 32);
  row[4 * 32] = __all_sync(kFull, lane < 31);
  row[5 * 32] = __match_any_sync(kFull, lane / 5);
  int equal;
  row[6 * 32] = __match_all_sync(kFull, lane & 0, &equal);
  row[7 * 32] = equal;
  row[8 * 32] = __match_all_sync(kFull, lane & 1, &equal);
  row[9 * 32] = equal;
}

TEST(Warp, VotesAndMatches) {
  const auto out = run_kernel<unsigned>(10 * 32, [](unsigned* d) { votes<<<1, 32>>>(d); });
  unsigned third = 0;
  for (int i = 0; i < 32; i += 3) third |= 1u << i;
  for (int lane = 0; lane < 32; ++lane) {
    unsigned same = 0;
    for (int i = 0; i < 32; ++i) same |= static_cast<unsigned>(i / 5 == lane / 5) << i;
    const unsigned expected[] = {third, 1, 0, 1, 0, same, kFull, 1, 0, 0};
    for (int i = 0; i < 10; ++i) EXPECT_EQ(out[i * 32 + lane], expected[i]) << i << " " << lane;
  }
}

__global__ void reductions(int* out) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  const int v = static_cast<int>(threadIdx.x) * 7 % 32 - 16;
  const unsigned u = static_cast<unsigned>(v);
  int* row = out + threadIdx.x;
  row[0 * 32] = __reduce_add_sync(kFull, v);
  row[1 * 32] = __reduce_min_sync(kFull, v);
  row[2 * 32] = __reduce_max_sync(kFull, v);
  row[3 * 32] = static_cast<int>(__reduce_min_sync(kFull, u));
  row[4 * 32] = static_cast<int>(__reduce_max_sync(kFull, u));
  row[5 * 32] = static_cast<int>(__reduce_and_sync(kFull, u | 4u));
  row[6 * 32] = static_cast<int>(__reduce_or_sync(kFull, threadIdx.x));
  row[7 * 32] = static_cast<int>(__reduce_xor_sync(kFull, 1u << threadIdx.x));
#endif
}

TEST(Warp, Reductions) {
  SKIP_BELOW_COMPUTE_CAPABILITY(8);
  const std::vector<int> out = run_kernel<int>(8 * 32, [](int* d) { reductions<<<1, 32>>>(d); });
  for (int lane = 0; lane < 32; ++lane) {
    const int expected[] = {-16, -16, 15, 0, -1, 4, 31, -1};
    for (int i = 0; i < 8; ++i) EXPECT_EQ(out[i * 32 + lane], expected[i]) << i << " " << lane;
  }
}

// Half of the warp votes for itself; the other half never comes.
__global__ void half_warp(unsigned* out) {
  if (threadIdx.x % 32 < 16) {
    out[threadIdx.x] = __ballot_sync(0x0000ffffu, threadIdx.x % 2);
  } else {
    out[threadIdx.x] = __ballot_sync(0xffff0000u, 1);
  }
}

TEST(Warp, EachHalfHasItsOwnMask) {
  const auto out = run_kernel<unsigned>(64, [](unsigned* d) { half_warp<<<1, 64>>>(d); });
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out[i], i % 32 < 16 ? 0x0000aaaau : 0xffff0000u) << i;
}

// A warp of 20 threads, and lanes that have left: both are simply not there.
__global__ void partial_warp(unsigned* out) {
  if (threadIdx.x >= 10) return;
  out[threadIdx.x] = __ballot_sync(0x3ffu, threadIdx.x != 3);
  __syncwarp();
  out[threadIdx.x] += 1;
}

TEST(Warp, ExitedLanesAreNotWaitedFor) {
  const auto out = run_kernel<unsigned>(10, [](unsigned* d) { partial_warp<<<1, 20>>>(d); });
  for (int i = 0; i < 10; ++i) EXPECT_EQ(out[i], 0x3f7u + 1);
}

// __syncwarp orders the shared memory of its lanes.
__global__ void neighbours(int* out) {
  __shared__ int values[64];
  const int t = threadIdx.x;
  for (int round = 0; round < 40; ++round) {
    values[t] = t * 1000 + round;
    __syncwarp();
    const int sum = values[t ^ 1] + values[t ^ 31];
    __syncwarp();
    if (round == 39) out[t] = sum;
  }
}

TEST(Warp, SyncwarpOrdersSharedMemory) {
  const std::vector<int> out = run_kernel<int>(64, [](int* d) { neighbours<<<1, 64>>>(d); });
  for (int t = 0; t < 64; ++t) EXPECT_EQ(out[t], ((t ^ 1) + (t ^ 31)) * 1000 + 78) << t;
}

// Lanes leave a loop one after the other, so masks shrink.
__global__ void ragged(unsigned* out) {
  const unsigned lane = threadIdx.x;
  unsigned active = __ballot_sync(kFull, 1);
  unsigned rounds = 0;
  while (true) {
    const unsigned staying = __ballot_sync(active, rounds < lane);
    if (rounds >= lane) break;
    active = staying;
    ++rounds;
  }
  out[lane] = rounds * 100 + __popc(active);
}

TEST(Warp, MasksShrinkAsLanesLeaveALoop) {
  const auto out = run_kernel<unsigned>(32, [](unsigned* d) { ragged<<<1, 32>>>(d); });
  for (unsigned lane = 0; lane < 32; ++lane) {
    const unsigned participants = lane == 0 ? 32 : 32 - lane;
    EXPECT_EQ(out[lane], lane * 100 + participants) << lane;
  }
}

}  // namespace
