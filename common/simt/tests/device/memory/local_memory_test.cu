// Which arrays of a thread the model has in local memory, and what it counts there; and fetches from
// textures. Only the model has these counters.
#include <gtest/gtest.h>

#include <cuda_runtime.h>
#include <simt_counters.h>

#include <vector>

#include "../device_test.cuh"

namespace {

struct Counts {
  std::uint64_t loads, load_sectors, stores, store_sectors;
  bool operator==(const Counts&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Counts& c) {
  return out << c.loads << " loads of " << c.load_sectors << " sectors, " << c.stores
             << " stores of " << c.store_sectors;
}

/// Of `launch(output)`, which writes at most 64 floats.
template <class Launch>
Counts counts_of(Launch launch) {
  const simt::Counters before = simt::counters();
  run_kernel<float>(64, launch);
  const simt::Counters after = simt::counters();
  return {after.local_load_requests - before.local_load_requests,
          after.local_load_sectors - before.local_load_sectors,
          after.local_store_requests - before.local_store_requests,
          after.local_store_sectors - before.local_store_sectors};
}
constexpr Counts kNone = {0, 0, 0, 0};

__device__ void order(float& a, float& b) {
  const float low = a < b ? a : b;
  b = a < b ? b : a;
  a = low;
}

constexpr int kValues = 8;

__global__ void constant_loops(float* out) {
  float v[kValues], grid[2][3];
#pragma unroll
  for (int k = 0; k < kValues; ++k) v[k] = k * 2.0f + threadIdx.x;
  for (int k = 0; k + 1 < kValues; k += 2) order(v[k], v[k + 1]);
  for (int y = 0; y < 2; ++y)
    for (int x = 0; x < 3; ++x) grid[y][x] = v[y * 3 + x];
  out[threadIdx.x] = v[0] + v[kValues - 1] + grid[1][2];
}

__device__ float sum_of(const float* v, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += v[k];
  return sum;
}
// What a function does with an array does not show; the lanes do the same, as after unrolling.
__global__ void passed_on(float* out) {
  float v[4] = {1, 2, 3, 4};
  v[2] = out[threadIdx.x];
  out[threadIdx.x] = sum_of(v, 4);
}

TEST(LocalMemory, ArraysWithConstantIndicesAreInRegisters) {
  EXPECT_EQ(counts_of([](float* out) { constant_loops<<<1, 64>>>(out); }), kNone);
  EXPECT_EQ(counts_of([](float* out) { passed_on<<<1, 64>>>(out); }), kNone);
}

__global__ void by_lane(float* out) {
  float v[kValues];
  for (int k = 0; k < kValues; ++k) v[k] = k * 2.0f;
  out[threadIdx.x] = v[threadIdx.x % kValues];
}
__global__ void by_argument(float* out, int i) {
  float v[kValues];
  for (int k = 0; k < kValues; ++k) v[k] = k * 2.0f;
  out[threadIdx.x] = v[i];
}
__global__ void loop_to_argument(float* out, int n) {
  float v[kValues];
  for (int k = 0; k < n; ++k) v[k] = k * 2.0f;
  float sum = 0;
  for (int k = 0; k < kValues; ++k) sum += v[k];
  out[threadIdx.x] = sum;
}

TEST(LocalMemory, AnIndexOfRunTimePutsAnArrayThere) {
  // Two warps. The same element of 32 lanes is 128 bytes in 4 sectors.
  EXPECT_EQ(counts_of([](float* out) { by_argument<<<1, 64>>>(out, 3); }), (Counts{2, 8, 16, 64}));
  EXPECT_EQ(counts_of([](float* out) { loop_to_argument<<<1, 64>>>(out, 5); }),
            (Counts{16, 64, 10, 40}));
  // 8 elements, each in 4 sectors, of which every lane needs one: no two lanes of 8 the same.
  EXPECT_EQ(counts_of([](float* out) { by_lane<<<1, 64>>>(out); }), (Counts{2, 64, 16, 64}));
}

template <class T>
__global__ void histogram(float* out, const int* in) {
  T bins[4];
  for (int k = 0; k < 4; ++k) bins[k] = T(0);
  const int bin = in[threadIdx.x];
  bins[bin] = bins[bin] + T(1);
  out[threadIdx.x] = static_cast<float>(bins[0] + bins[3]);
}

TEST(LocalMemory, SectorsFollowTheSizeOfTheElements) {
  std::vector<int> host(32);
  for (int i = 0; i < 32; ++i) host[i] = i / 16;  // two bins in a warp
  const DeviceBuffer<int> in(host);
  const auto count = [&](auto* kernel) {
    return counts_of([&](float* out) { kernel<<<1, 32>>>(out, in.data()); });
  };
  EXPECT_EQ(count(&histogram<float>), (Counts{3, 12, 5, 20}));
  EXPECT_EQ(count(&histogram<double>), (Counts{6, 24, 10, 40}));
  // The bytes of one word lie side by side: one sector still has 8 lanes.
  EXPECT_EQ(count(&histogram<signed char>), (Counts{3, 12, 5, 20}));
}

// An array in a function, entered again and again, and one that is too large for registers.
__device__ __noinline__ float reversed(int i, int n) {
  float v[4];
  for (int k = 0; k < 4; ++k) v[n - k] = static_cast<float>(k);
  return v[i];
}
__global__ void call_function(float* out, int n) {
  float sum = 0;
  for (int i = 0; i < 3; ++i) sum += reversed((threadIdx.x + i) % 4, n);
  out[threadIdx.x] = sum;
}
__global__ void large(float* out) {
  float v[300];
  for (int k = 0; k < 300; ++k) v[k] = k;
  out[threadIdx.x] = v[7];
}

TEST(LocalMemory, FunctionsAndLargeArrays) {
  // 4 stores of 4 sectors and a load of 4 different elements by 32 lanes, three times
  EXPECT_EQ(counts_of([](float* out) { call_function<<<1, 32>>>(out, 3); }),
            (Counts{3, 48, 12, 48}));
  EXPECT_EQ(counts_of([](float* out) { large<<<1, 32>>>(out); }), (Counts{1, 4, 300, 1200}));
}

// Barriers and divergence: half of the lanes write, all read.
__global__ void diverge(float* out, int i) {
  float v[4];
  for (int k = 0; k < 4; ++k) v[k] = 0;
  if (threadIdx.x % 32 < 16) v[i] = 1;
  __syncthreads();
  out[threadIdx.x] = v[i];
}

TEST(LocalMemory, HalfAWarpNeedsHalfTheSectors) {
  EXPECT_EQ(counts_of([](float* out) { diverge<<<1, 64>>>(out, 2); }), (Counts{2, 8, 10, 36}));
}

__global__ void sample(float* out, cudaTextureObject_t texture) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x) + tex1Dfetch<float>(texture, 3);
}

TEST(LocalMemory, FetchesFromTexturesAreNoLoads) {
  const DeviceBuffer<float> in(64);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {in.data(), cudaCreateChannelDesc<float>(), 256};
  const cudaTextureDesc desc = {};
  cudaTextureObject_t texture = 0;
  ASSERT_EQ(cudaCreateTextureObject(&texture, &resource, &desc, nullptr), cudaSuccess);
  const simt::Counters before = simt::counters();
  run_kernel<float>(64, [=](float* out) { sample<<<1, 64>>>(out, texture); });
  const simt::Counters after = simt::counters();
  EXPECT_EQ(after.texture_requests - before.texture_requests, 4u);
  EXPECT_EQ(after.global_load_requests - before.global_load_requests, 0u);
  EXPECT_EQ(after.global_store_requests - before.global_store_requests, 2u);
  EXPECT_EQ(cudaDestroyTextureObject(texture), cudaSuccess);
}

}  // namespace
