// Reductions, scans and copies by cooperative groups.
// supports: <cooperative_groups/reduce.h>: `reduce`
// supports: <cooperative_groups/scan.h>: `inclusive_scan`, `exclusive_scan`
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

#if __has_include(<cuda/atomic>)
#include <cuda/atomic>
#endif

#include "../device_test.cuh"

namespace cg = cooperative_groups;

namespace {

template <class T>
__host__ __device__ T value_of(int t) {
  return static_cast<T>(t * 7 % 32 - 11);
}

struct Sum {
  template <class T>
  __host__ __device__ T operator()(T a, T b) const {
    return static_cast<T>(a + b);
  }
};

constexpr int kReductions = 7;

template <class T, class Group>
__device__ void reduce_all(const Group& group, T* out, int stride) {
  const T v = value_of<T>(threadIdx.x);
  out[0 * stride] = cg::reduce(group, v, cg::plus<T>());
  out[1 * stride] = cg::reduce(group, v, cg::less<T>());
  out[2 * stride] = cg::reduce(group, v, cg::greater<T>());
  out[3 * stride] = cg::reduce(group, v, Sum());
  out[4 * stride] = cg::inclusive_scan(group, v);
  out[5 * stride] = cg::exclusive_scan(group, v);
  out[6 * stride] = cg::exclusive_scan(group, v, cg::greater<T>());
}

template <class T, unsigned Size>
__global__ void reduce_tiles(T* out) {
  const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  reduce_all<T>(tile, out + threadIdx.x, 64);
}

template <class T>
__global__ void reduce_coalesced(T* out) {
  if (threadIdx.x % 3 != 1) reduce_all<T>(cg::coalesced_threads(), out + threadIdx.x, 64);
}

/// What `reduce_all` finds for `members[rank]`.
template <class T>
std::vector<T> expected_of(const std::vector<int>& members, int rank) {
  T sum{}, before{}, least = value_of<T>(members[0]), most = least, most_before{};
  for (int i = 0; i < static_cast<int>(members.size()); ++i) {
    const T v = value_of<T>(members[i]);
    if (i == rank) before = sum;
    if (i == rank && i > 0) most_before = most;
    sum = static_cast<T>(sum + v);
    least = std::min(least, v);
    most = std::max(most, v);
  }
  const T own = value_of<T>(members[rank]);
  return {sum, least, most, sum, static_cast<T>(before + own), before, most_before};
}

template <class T, unsigned Size>
void expect_tiles() {
  const std::vector<T> out =
      run_kernel<T>(kReductions * 64, [](T* d) { reduce_tiles<T, Size><<<1, 64>>>(d); });
  for (int t = 0; t < 64; ++t) {
    std::vector<int> members(Size);
    for (int i = 0; i < static_cast<int>(Size); ++i) members[i] = t / Size * Size + i;
    const std::vector<T> expected = expected_of<T>(members, t % Size);
    for (int i = 0; i < kReductions; ++i) ASSERT_EQ(out[i * 64 + t], expected[i]) << i << " " << t;
  }
}

template <class T>
void expect_all_groups() {
  expect_tiles<T, 1>();
  expect_tiles<T, 2>();
  expect_tiles<T, 8>();
  expect_tiles<T, 32>();
  const std::vector<T> out =
      run_kernel<T>(kReductions * 64, [](T* d) { reduce_coalesced<T><<<1, 64>>>(d); });
  for (int warp = 0; warp < 2; ++warp) {
    std::vector<int> members;
    for (int t = warp * 32; t < warp * 32 + 32; ++t) {
      if (t % 3 != 1) members.push_back(t);
    }
    for (std::size_t rank = 0; rank < members.size(); ++rank) {
      const std::vector<T> expected = expected_of<T>(members, static_cast<int>(rank));
      for (int i = 0; i < kReductions; ++i) {
        ASSERT_EQ(out[i * 64 + members[rank]], expected[i]) << i << " " << members[rank];
      }
    }
  }
}

TEST(GroupReductions, Integers) {
  expect_all_groups<int>();
  expect_all_groups<unsigned>();
  expect_all_groups<long long>();
  expect_all_groups<short>();
}

TEST(GroupReductions, FloatingPoint) {
  expect_all_groups<float>();
  expect_all_groups<double>();
}

__global__ void bits(unsigned* out) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const unsigned v = (threadIdx.x * 5) | 0x40;
  unsigned* row = out + threadIdx.x;
  row[0 * 32] = cg::reduce(tile, v, cg::bit_and<unsigned>());
  row[1 * 32] = cg::reduce(tile, v, cg::bit_or<unsigned>());
  row[2 * 32] = cg::reduce(tile, v, cg::bit_xor<unsigned>());
  row[3 * 32] = static_cast<unsigned>(cg::reduce(tile, static_cast<unsigned long long>(v) << 30,
                                                 cg::bit_or<unsigned long long>()) >>
                                      30);
}

TEST(GroupReductions, Bits) {
  const auto out = run_kernel<unsigned>(4 * 32, [](unsigned* d) { bits<<<1, 32>>>(d); });
  for (unsigned t = 0; t < 32; ++t) {
    unsigned all = ~0u, any = 0, odd = 0;
    for (unsigned i = t / 16 * 16; i < t / 16 * 16 + 16; ++i) {
      all &= i * 5 | 0x40;
      any |= i * 5 | 0x40;
      odd ^= i * 5 | 0x40;
    }
    EXPECT_EQ(out[0 * 32 + t], all);
    EXPECT_EQ(out[1 * 32 + t], any);
    EXPECT_EQ(out[2 * 32 + t], odd);
    EXPECT_EQ(out[3 * 32 + t], any);
  }
}

/// Sums of floats depend on the order of additions: both sides add in the same one.
__global__ void float_sums(float* out) {
  const float v = 1.0f / (3 + threadIdx.x) * (threadIdx.x % 2 == 0 ? 1e4f : 1.0f);
  float* row = out + threadIdx.x;
  row[0] = cg::reduce(cg::tiled_partition<32>(cg::this_thread_block()), v, cg::plus<float>());
  if (threadIdx.x % 5 != 2) {
    const cg::coalesced_group group = cg::coalesced_threads();
    row[32] = cg::reduce(group, v, cg::plus<float>());
    row[64] = cg::inclusive_scan(group, v, cg::plus<float>());
  } else {
    row[32] = row[64] = 0;
  }
}

TEST(GroupReductions, FloatsAreAddedInTheOrderOfTheHardware) {
  const std::vector<float> out = run_kernel<float>(96, [](float* d) { float_sums<<<1, 32>>>(d); });
  std::vector<float> values(32), scan;
  std::vector<int> members;
  for (int t = 0; t < 32; ++t) {
    values[t] = 1.0f / (3 + t) * (t % 2 == 0 ? 1e4f : 1.0f);
    if (t % 5 == 2) continue;
    members.push_back(t);
    scan.push_back(values[t]);
  }
  for (int distance = 16; distance > 0; distance /= 2) {
    const std::vector<float> before = values;
    for (int t = 0; t < 32; ++t) values[t] = before[t] + before[t ^ distance];
  }
  for (std::size_t distance = 1; distance < scan.size(); distance *= 2) {
    const std::vector<float> before = scan;
    for (std::size_t i = distance; i < scan.size(); ++i) scan[i] = before[i] + before[i - distance];
  }
  for (int t = 0; t < 32; ++t) EXPECT_EQ(out[t], values[t]);
  for (std::size_t i = 0; i < members.size(); ++i) {
    EXPECT_EQ(out[32 + members[i]], scan.back());
    EXPECT_EQ(out[64 + members[i]], scan[i]);
  }
}

__global__ void store(int* out) {
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  cg::reduce_store_async(tile, out + tile.meta_group_rank(), static_cast<int>(threadIdx.x),
                         cg::plus<int>());
}

TEST(GroupReductions, TheResultGoesToMemory) {
  const std::vector<int> out = run_kernel<int>(8, [](int* d) { store<<<1, 64>>>(d); });
  for (int tile = 0; tile < 8; ++tile) EXPECT_EQ(out[tile], tile * 64 + 28);
}

#if __has_include(<cuda/atomic>)
__global__ void atomics(int* out, int* before) {
  using Atomic = cuda::atomic_ref<int, cuda::thread_scope_device>;
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const int t = threadIdx.x;
  cg::reduce_update_async(tile, Atomic(out[0]), t, cg::plus<int>());
  cg::reduce_update_async(tile, Atomic(out[1]), 10 * t, cg::greater<int>());
  cg::reduce_update_async(tile, Atomic(out[2]), 5 * t, [](int a, int b) { return a ^ b; });
  cg::reduce_store_async(tile, Atomic(out[3]), 5, cg::plus<int>());
  before[t] = cg::inclusive_scan_update(tile, Atomic(out[4 + t / 8]), t, cg::plus<int>());
  before[64 + t] = cg::exclusive_scan_update(tile, Atomic(out[12 + t / 8]), 2);
}

TEST(GroupReductions, TheResultGoesToAnAtomic) {
  const DeviceBuffer<int> out(std::vector<int>(20, 100)), before(128);
  atomics<<<1, 64>>>(out.data(), before.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const std::vector<int> values = out.read(), scans = before.read();
  EXPECT_EQ(values[0], 100 + 63 * 32);
  EXPECT_EQ(values[1], 630);
  int bits = 100;
  for (int t = 0; t < 64; ++t) bits ^= 5 * t;
  EXPECT_EQ(values[2], bits);
  EXPECT_EQ(values[3], 40);
  int sum = 0;
  for (int t = 0; t < 64; ++t) {
    sum = t % 8 == 0 ? t : sum + t;
    EXPECT_EQ(scans[t], 100 + sum);
    EXPECT_EQ(scans[64 + t], 100 + 2 * (t % 8));
    if (t % 8 == 7) {
      EXPECT_EQ(values[4 + t / 8], 100 + sum);
    }
    EXPECT_EQ(values[12 + t / 8], 116);
  }
}
#endif

}  // namespace
