// Kernels that look like a race and are none: the CPU backend's check must let them pass.
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <vector>

#include "../device_test.cuh"

namespace {

constexpr unsigned kFull = 0xffffffffu;

// Two barriers in every round: one before the tile is read, one before it is written again.
__global__ void reversed_sums(const int* in, int* out, int rounds) {
  __shared__ int tile[64];
  int sum = 0;
  for (int r = 0; r < rounds; ++r) {
    tile[threadIdx.x] = in[r * 64 + threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

TEST(RaceFree, TilesBetweenTwoBarriers) {
  std::vector<int> values(256);
  for (int i = 0; i < 256; ++i) values[i] = i * i;
  const DeviceBuffer<int> in(values);
  const auto out = run_kernel<int>(64, [&](int* d) { reversed_sums<<<1, 64>>>(in.data(), d, 4); });
  for (int t = 0; t < 64; ++t) {
    EXPECT_EQ(out[t], values[63 - t] + values[127 - t] + values[191 - t] + values[255 - t]);
  }
}

// Several threads report the same finding.
__global__ void any_negative(const int* in, int* out) {
  __shared__ bool found;
  if (threadIdx.x == 0) found = false;
  __syncthreads();
  if (in[threadIdx.x] < 0) found = true;
  __syncthreads();
  if (threadIdx.x == 0) out[0] = found;
}

TEST(RaceFree, TheSameValueFromSeveralThreads) {
  std::vector<int> values(96, 1);
  values[7] = values[40] = values[41] = -1;
  const DeviceBuffer<int> in(values);
  EXPECT_EQ(run_kernel<int>(1, [&](int* d) { any_negative<<<1, 96>>>(in.data(), d); })[0], 1);
}

// The safe form of the last steps of a reduction: read, come together, write, come together.
__global__ void reduce_warp(const int* in, int* out) {
  __shared__ int values[32];
  const int t = threadIdx.x;
  values[t] = in[t];
  __syncwarp();
  for (int step = 16; step > 0; step /= 2) {
    const int other = t < step ? values[t + step] : 0;
    __syncwarp();
    values[t] += other;
    __syncwarp();
  }
  out[t] = values[0];  // all lanes read it, and lane 0 may write it after the next __syncwarp
  __syncwarp();
  if (t == 0) values[0] = -1;
}

TEST(RaceFree, SyncwarpOrdersItsLanes) {
  std::vector<int> values(32);
  int sum = 0;
  for (int i = 0; i < 32; ++i) sum += values[i] = i * 3 + 1;
  const DeviceBuffer<int> in(values);
  const auto out = run_kernel<int>(32, [&](int* d) { reduce_warp<<<1, 32>>>(in.data(), d); });
  EXPECT_EQ(out, std::vector<int>(32, sum));
}

// Masks hand the order on. Shuffles and votes between them order nothing.
__global__ void through_masks(int* out) {
  __shared__ int value;
  const int t = threadIdx.x;
  if (t == 0) value = 7;
  if (t < 2) __syncwarp(0x3u);
  if (t == 1 || t == 2) __syncwarp(0x6u);
  if (t == 2) out[0] = value;  // lane 0 → lane 1 → lane 2
  __shfl_sync(kFull, t, 0);
  __syncwarp();
  if (t == 31) value = 8;
  __syncwarp();
  if (t == 5) out[1] = value;
}

TEST(RaceFree, MasksHandTheOrderOn) {
  EXPECT_EQ(run_kernel<int>(2, [](int* d) { through_masks<<<1, 32>>>(d); }),
            (std::vector<int>{7, 8}));
}

// Four threads share every word, each with a byte of its own.
__global__ void bytes_of_words(unsigned char* out) {
  __shared__ unsigned char bytes[128];
  bytes[threadIdx.x] = static_cast<unsigned char>(threadIdx.x * 5);
  out[threadIdx.x] = bytes[threadIdx.x];
}

TEST(RaceFree, NeighbouringBytes) {
  const auto out =
      run_kernel<unsigned char>(128, [](unsigned char* d) { bytes_of_words<<<1, 128>>>(d); });
  for (int t = 0; t < 128; ++t) EXPECT_EQ(out[t], static_cast<unsigned char>(t * 5));
}

// The same, and every thread reads a byte of another word before it writes its own.
__global__ void sums_of_bytes(unsigned char* out) {
  __shared__ unsigned char bytes[100];
  const int t = threadIdx.x;
  bytes[t] = static_cast<unsigned char>(t);
  __syncthreads();
  if (t < 50) bytes[t] += bytes[t + 50];
  __syncthreads();
  if (t < 25) bytes[t] += bytes[t + 25];
  __syncthreads();
  out[t] = bytes[t];
}

TEST(RaceFree, BytesThatOthersReadTheNeighboursOf) {
  const auto out =
      run_kernel<unsigned char>(100, [](unsigned char* d) { sums_of_bytes<<<1, 100>>>(d); });
  for (int t = 0; t < 25; ++t) EXPECT_EQ(out[t], static_cast<unsigned char>(4 * t + 150));
}

// Atomics among themselves, and a barrier before somebody looks.
__global__ void count_even(const int* in, int* out) {
  __shared__ int counter;
  if (threadIdx.x == 0) counter = 0;
  __syncthreads();
  if (in[threadIdx.x] % 2 == 0) atomicAdd(&counter, 1);
  __syncthreads();
  out[threadIdx.x] = counter;
}

TEST(RaceFree, AtomicsThenABarrier) {
  std::vector<int> values(128);
  for (int i = 0; i < 128; ++i) values[i] = i * 7 % 5;
  int even = 0;
  for (const int v : values) even += v % 2 == 0;
  const DeviceBuffer<int> in(values);
  EXPECT_EQ(run_kernel<int>(128, [&](int* d) { count_even<<<1, 128>>>(in.data(), d); }),
            std::vector<int>(128, even));
}

// The same kernel in many blocks: one block's accesses are not the next one's.
__global__ void first_and_last(int* out) {
  __shared__ int slot;
  if (threadIdx.x == blockIdx.x % 64) slot = blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 63 - blockIdx.x % 64) out[blockIdx.x] = slot;
}

TEST(RaceFree, BlocksAreApart) {
  const auto out = run_kernel<int>(200, [](int* d) { first_and_last<<<200, 64>>>(d); });
  for (int b = 0; b < 200; ++b) EXPECT_EQ(out[b], b);
}

}  // namespace
