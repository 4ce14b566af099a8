// Blocks: indices, shared memory, barriers and what a barrier orders.
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <set>
#include <vector>

#include "../device_test.cuh"

namespace {

struct Place {
  uint3 thread, block;
  dim3 block_extent, grid_extent;
};

__global__ void places(Place* out) {
  const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  out[block * threads + thread] = {threadIdx, blockIdx, blockDim, gridDim};
}

TEST(Block, EveryThreadHasItsOwnIndex) {
  const dim3 grid(3, 2, 4), block(5, 3, 7);
  const int blocks = 24, threads = 105;
  const auto out =
      run_kernel<Place>(blocks * threads, [=](Place* d) { places<<<grid, block>>>(d); });
  for (int i = 0; i < blocks * threads; ++i) {
    const int b = i / threads, t = i % threads;
    const Place& p = out[i];
    ASSERT_EQ(p.thread.x, t % 5) << i;
    ASSERT_EQ(p.thread.y, t / 5 % 3) << i;
    ASSERT_EQ(p.thread.z, t / 15) << i;
    ASSERT_EQ(p.block.x, b % 3) << i;
    ASSERT_EQ(p.block.y, b / 3 % 2) << i;
    ASSERT_EQ(p.block.z, b / 6) << i;
    ASSERT_EQ(p.block_extent.z, 7u);
    ASSERT_EQ(p.grid_extent.y, 2u);
  }
}

__global__ void reverse_in_block(int* data) {
  extern __shared__ int values[];
  values[threadIdx.x] = data[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  data[blockIdx.x * blockDim.x + threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];
}

TEST(Block, DynamicSharedMemoryIsPerBlock) {
  for (const int threads : {1, 31, 32, 33, 100, 1024}) {
    std::vector<int> data(threads * 5);
    for (int i = 0; i < threads * 5; ++i) data[i] = i * 3 + 1;
    const DeviceBuffer<int> buffer(data);
    reverse_in_block<<<5, threads, threads * sizeof(int)>>>(buffer.data());
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    const std::vector<int> out = buffer.read();
    for (int i = 0; i < threads * 5; ++i) {
      const int block = i / threads;
      ASSERT_EQ(out[i], data[block * threads + threads - 1 - i % threads]) << threads << " " << i;
    }
  }
}

template <class T, int N>
struct Types {
  using Element = T;
  static constexpr int kCount = N;
};

template <class Config>
__global__ void static_arrays(int* out) {
  __shared__ typename Config::Element a[Config::kCount][Config::kCount + 1], total;
  __shared__ __align__(16) unsigned char bytes[3];
  const int t = threadIdx.x;
  for (int j = 0; j < Config::kCount; ++j) a[t][j] = static_cast<typename Config::Element>(t * j);
  if (t < 3) bytes[t] = static_cast<unsigned char>(t + 1);
  if (t == 0) total = 5;
  __syncthreads();
  int sum = static_cast<int>(total) + bytes[0] + bytes[1] + bytes[2];
  for (int j = 0; j < Config::kCount; ++j) sum += static_cast<int>(a[j][t]);
  out[t] = sum;
}

TEST(Block, StaticArraysOfTemplatesAreTheirOwn) {
  const auto floats =
      run_kernel<int>(8, [](int* d) { static_arrays<Types<float, 8>><<<1, 8>>>(d); });
  const auto shorts =
      run_kernel<int>(4, [](int* d) { static_arrays<Types<short, 4>><<<1, 4>>>(d); });
  for (int t = 0; t < 8; ++t) EXPECT_EQ(floats[t], 11 + 28 * t);
  for (int t = 0; t < 4; ++t) EXPECT_EQ(shorts[t], 11 + 6 * t);
}

__global__ void barrier_votes(int* out) {
  const int t = threadIdx.x;
  const int n = blockDim.x;
  const int count = __syncthreads_count(t % 3 == 0);
  const int all = __syncthreads_and(t < n);
  const int not_all = __syncthreads_and(t != n - 1);
  const int any = __syncthreads_or(t == n / 2);
  const int none = __syncthreads_or(t > n);
  out[t] = count * 16 + (all != 0) * 8 + (not_all != 0) * 4 + (any != 0) * 2 + (none != 0);
}

TEST(Block, BarriersThatVote) {
  for (const int n : {1, 32, 33, 1000}) {
    const auto out = run_kernel<int>(n, [=](int* d) { barrier_votes<<<1, n>>>(d); });
    for (int t = 0; t < n; ++t) ASSERT_EQ(out[t], (n + 2) / 3 * 16 + 8 + 2) << n << " " << t;
  }
}

// A running sum by doubling: wrong as soon as one barrier orders nothing.
__global__ void running_sum(int* data) {
  __shared__ int values[2][1024];
  const int t = threadIdx.x;
  int from = 0;
  values[0][t] = data[t];
  __syncthreads();
  for (int offset = 1; offset < static_cast<int>(blockDim.x); offset *= 2) {
    values[1 - from][t] = values[from][t] + (t >= offset ? values[from][t - offset] : 0);
    from = 1 - from;
    __syncthreads();
  }
  data[t] = values[from][t];
}

TEST(Block, BarriersOrderSharedMemory) {
  std::vector<int> data(1024);
  for (int i = 0; i < 1024; ++i) data[i] = i * i % 101;
  const DeviceBuffer<int> buffer(data);
  running_sum<<<1, 1024>>>(buffer.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const std::vector<int> out = buffer.read();
  int sum = 0;
  for (int i = 0; i < 1024; ++i) ASSERT_EQ(out[i], sum += data[i]) << i;
}

// Since compute capability 7.0 a thread that has returned is not waited for.
__global__ void early_exit(int* out) {
  if (threadIdx.x >= 40) return;
  for (int i = 0; i < 3; ++i) __syncthreads();
  out[threadIdx.x] = 1;
}

TEST(Block, ExitedThreadsDoNotHoldUpABarrier) {
  const auto out = run_kernel<int>(40, [](int* d) { early_exit<<<1, 100>>>(d); });
  for (const int v : out) EXPECT_EQ(v, 1);
}

// More events per lane than a lane's buffer holds, with lanes that run for different lengths.
__global__ void long_loops(int* out, int n) {
  int sum = 0;
  for (int i = 0; i < n * static_cast<int>(threadIdx.x % 7 + 1); ++i) {
    sum += i % 3 == 0 ? i : 1;
    if (i % 1000 == 999) out[threadIdx.x] = sum;
  }
  __syncthreads();
  out[threadIdx.x] = sum;
}

TEST(Block, LoopsLongerThanTheEventBuffer) {
  const int n = 1500;
  const auto out = run_kernel<int>(64, [=](int* d) { long_loops<<<1, 64>>>(d, n); });
  for (int t = 0; t < 64; ++t) {
    int sum = 0;
    for (int i = 0; i < n * (t % 7 + 1); ++i) sum += i % 3 == 0 ? i : 1;
    ASSERT_EQ(out[t], sum) << t;
  }
}

// One warp spins until another has written: the scheduler must let the other run.
__global__ void flag_between_warps(int* out) {
  __shared__ int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    while (atomicAdd(&flag, 0) == 0) {
    }
    out[0] = atomicAdd(&flag, 0);
  } else if (threadIdx.x == 32) {
    atomicExch(&flag, 42);
  }
}

TEST(Block, ASpinningThreadLetsOthersRun) {
  EXPECT_EQ(run_kernel<int>(1, [](int* d) { flag_between_warps<<<1, 64>>>(d); })[0], 42);
}

}  // namespace
