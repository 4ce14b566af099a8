// Half precision and brain floats in memory: accesses, shuffles and atomics.
#include "half_test.cuh"

#if __has_include(<simt_counters.h>)
#include <simt_counters.h>
#endif

namespace {

TYPED_TEST_SUITE(SmallFloat, SmallFormats);

template <class T>
__global__ void through_caches(T* out, const T* in) {
  const int i = threadIdx.x;
  __stcg(out + i, __ldg(in + i));
  __stcs(out + 32 + i, __ldcg(in + i));
  __stwb(out + 64 + i, __ldcs(in + i));
  __stwt(out + 96 + i, __ldcv(in + i));
  __stwt(out + 128 + i, __ldca(in + i));
  __stwt(out + 160 + i, __ldlu(in + i));
}
template <class T>
void expect_cached() {
  std::vector<T> in(32);
  for (int i = 0; i < 32; ++i) std::memset(static_cast<void*>(&in[i]), i + 1, sizeof(T));
  const DeviceBuffer<T> input(in);
  const T* data = input.data();
  const std::vector<T> out =
      run_kernel<T>(192, [=](T* d) { through_caches<T><<<1, 32>>>(d, data); });
  for (int i = 0; i < 192; ++i) EXPECT_EQ(std::memcmp(&out[i], &in[i % 32], sizeof(T)), 0) << i;
}
TYPED_TEST(SmallFloat, CachedLoadsAndStores) {
  expect_cached<typename TypeParam::T>();
  expect_cached<typename TypeParam::T2>();
}

// Neighbours share a word of memory and are no race.
template <class Format>
__global__ void reverse(typename Format::T* data) {
  __shared__ typename Format::T tile[64];
  const int i = threadIdx.x;
  tile[i] = data[i];
  __syncthreads();
  data[i] = tile[63 - i] + tile[i];
}
TYPED_TEST(SmallFloat, NeighboursInSharedMemory) {
  std::vector<std::uint16_t> in(64);
  for (int i = 0; i < 64; ++i) in[i] = encode<TypeParam>(i * (i % 2));
  const DeviceBuffer<std::uint16_t> data(in);
  reverse<TypeParam><<<1, 64>>>(reinterpret_cast<typename TypeParam::T*>(data.data()));
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const std::vector<std::uint16_t> out = data.read();
  for (int i = 0; i < 64; ++i) EXPECT_EQ(decode<TypeParam>(out[i]), i % 2 ? i : 63 - i);
}

template <class Format>
__global__ void shuffles(float* out) {
  constexpr unsigned kAll = 0xffffffffu;
  const int lane = threadIdx.x;
  const typename Format::T v = lane + 1;
  const typename Format::T2 p = Format::from_floats(lane, lane + 100);
  out[lane] = __shfl_sync(kAll, v, 5);
  out[32 + lane] = __shfl_up_sync(kAll, v, 1);
  out[64 + lane] = __shfl_down_sync(kAll, v, 2);
  out[96 + lane] = __shfl_xor_sync(kAll, v, 16);
  out[128 + lane] = __high2float(__shfl_sync(kAll, p, lane / 2));
  out[160 + lane] = __low2float(__shfl_up_sync(kAll, p, 1, 8));
  out[192 + lane] = __high2float(__shfl_down_sync(kAll, p, 1, 8));
  out[224 + lane] = __low2float(__shfl_xor_sync(kAll, p, 3));
}
TYPED_TEST(SmallFloat, Shuffles) {
  const std::vector<float> out =
      run_kernel<float>(256, [](float* d) { shuffles<TypeParam><<<1, 32>>>(d); });
  for (int lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(out[lane], 6);
    EXPECT_EQ(out[32 + lane], lane == 0 ? 1 : lane);
    EXPECT_EQ(out[64 + lane], lane < 30 ? lane + 3 : lane + 1);
    EXPECT_EQ(out[96 + lane], (lane ^ 16) + 1);
    EXPECT_EQ(out[128 + lane], lane / 2 + 100);
    EXPECT_EQ(out[160 + lane], lane % 8 == 0 ? lane : lane - 1);
    EXPECT_EQ(out[192 + lane], (lane % 8 == 7 ? lane : lane + 1) + 100);
    EXPECT_EQ(out[224 + lane], lane ^ 3);
  }
}

// Counts that both formats hold exactly.
constexpr int kBlocks = 2, kThreads = 96;

template <class Format>
__global__ void add_all(typename Format::T* sum, typename Format::T2* pair, float* old) {
  __shared__ typename Format::T2 shared;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) shared = Format::from_floats(0, 0);
  __syncthreads();
  old[i] = atomicAdd(sum, typename Format::T(1));
  const float2 before = Format::to_float2(atomicAdd(pair, Format::from_floats(1, -1)));
  old[kBlocks * kThreads + i] = before.x;
  old[2 * kBlocks * kThreads + i] = -before.y;
  atomicAdd(&shared, Format::from_floats(2, 0));
  __syncthreads();
  if (threadIdx.x == 0) old[3 * kBlocks * kThreads + blockIdx.x] = __low2float(shared);
}
TYPED_TEST(SmallFloat, AtomicAddGivesEveryThreadItsOwnTicket) {
  constexpr int kCount = kBlocks * kThreads;
  const DeviceBuffer<std::uint16_t> sums(std::vector<std::uint16_t>(4, 0));
  auto* sum = reinterpret_cast<typename TypeParam::T*>(sums.data());
  auto* pair = reinterpret_cast<typename TypeParam::T2*>(sums.data() + 2);
  std::vector<float> old = run_kernel<float>(3 * kCount + kBlocks, [=](float* d) {
    add_all<TypeParam><<<kBlocks, kThreads>>>(sum, pair, d);
  });
  EXPECT_EQ(decode<TypeParam>(sums.read()[0]), kCount);
  EXPECT_EQ(decode<TypeParam>(sums.read()[2]), kCount);
  EXPECT_EQ(decode<TypeParam>(sums.read()[3]), -kCount);
  EXPECT_EQ(sums.read()[1], 0);
  for (int block = 0; block < kBlocks; ++block) EXPECT_EQ(old[3 * kCount + block], 2 * kThreads);
  // The elements of a pair are an atomic each.
  for (int first = 0; first < 3 * kCount; first += kCount) {
    std::sort(old.begin() + first, old.begin() + first + kCount);
    for (int i = 0; i < kCount; ++i) ASSERT_EQ(old[first + i], i) << first;
  }
}

#if __has_include(<simt_counters.h>)

template <class T>
__device__ __noinline__ T twice(T v) {
  return v + v;
}
template <class Format>
__global__ void arithmetic(typename Format::T2* pairs, typename Format::T* ones) {
  const int i = threadIdx.x;
  typename Format::T2 x = pairs[i];
  x = __hfma2(x, x, x) * x + Format::from_floats(1, threadIdx.x);
  x = h2exp(__hmax2(x, __heq2(x, x)));
  pairs[i] = twice(x);
  typename Format::T one = ones[i];
  one += static_cast<float>(x.x) + static_cast<int>(x.y);
  if (__hisinf(one) < 2) one = hsqrt(one < x.x ? x.x : one);
  ones[i] = one * one;
}
// As on a GPU: a value is one access, and computing with it none.
TYPED_TEST(SmallFloat, OnlyLoadsAndStoresCount) {
  const DeviceBuffer<std::uint16_t> data(std::vector<std::uint16_t>(96, 0));
  auto* pairs = reinterpret_cast<typename TypeParam::T2*>(data.data());
  auto* ones = reinterpret_cast<typename TypeParam::T*>(data.data() + 64);
  const simt::Counters before = simt::counters();
  arithmetic<TypeParam><<<1, 32>>>(pairs, ones);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const simt::Counters after = simt::counters();
  EXPECT_EQ(after.global_load_requests - before.global_load_requests, 2u);
  EXPECT_EQ(after.global_load_sectors - before.global_load_sectors, 4u + 2u);
  EXPECT_EQ(after.global_store_requests - before.global_store_requests, 2u);
  EXPECT_EQ(after.global_store_sectors - before.global_store_sectors, 4u + 2u);
  // The kernel's own blocks: its start, two branches and their ends, and `twice`.
  EXPECT_LE(after.issued - before.issued, 6u);
}

#endif

}  // namespace
