// Kernels that launch kernels: who is complete before whom, the named streams, what is refused.
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <numeric>
#include <vector>

#include "device_test.cuh"

namespace {

__global__ void fill(int* data, int value) { data[blockIdx.x * blockDim.x + threadIdx.x] = value; }

__global__ void one_child_per_block(int* data) {
  if (threadIdx.x == 0) fill<<<2, 16>>>(data + blockIdx.x * 32, blockIdx.x + 1);
}

TEST(DynamicParallelism, ChildrenAreCompleteWithTheirParent) {
  const DeviceBuffer<int> data(50 * 32);
  one_child_per_block<<<50, 32>>>(data.data());
  ASSERT_EQ(cudaGetLastError(), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const std::vector<int> values = data.read();
  for (int i = 0; i < 50 * 32; ++i) ASSERT_EQ(values[i], i / 32 + 1);
}

__global__ void sum_halves(long long* sums, const int* values, int n, int node) {
  if (n <= 8) {
    long long sum = 0;
    for (int i = 0; i < n; ++i) sum += values[i];
    atomicAdd(reinterpret_cast<unsigned long long*>(sums), static_cast<unsigned long long>(sum));
    return;
  }
  sum_halves<<<1, 1>>>(sums, values, n / 2, 2 * node);
  sum_halves<<<1, 1>>>(sums, values + n / 2, n - n / 2, 2 * node + 1);
}

TEST(DynamicParallelism, Recursion) {
  std::vector<int> values(1000);
  for (int i = 0; i < 1000; ++i) values[i] = i * i % 97;
  const DeviceBuffer<int> input(values);
  const DeviceBuffer<long long> sum(std::vector<long long>{0});
  sum_halves<<<1, 1>>>(sum.data(), input.data(), 1000, 1);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(sum.read()[0], std::accumulate(values.begin(), values.end(), 0LL));
}

__global__ void append(int* list, int value) {
  const int at = list[0];
  list[at + 1] = value;
  list[0] = at + 1;
}

/// Launches of one block into one stream run in order.
__global__ void in_order(int* list) {
  for (int i = 0; i < 5; ++i) append<<<1, 1>>>(list, i);
}

TEST(DynamicParallelism, AStreamKeepsItsOrder) {
  const DeviceBuffer<int> list(std::vector<int>(8));
  in_order<<<1, 1>>>(list.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(list.read(), (std::vector<int>{5, 0, 1, 2, 3, 4, 0, 0}));
}

__global__ void later(int* list, int depth) {
  append<<<1, 1, 0, cudaStreamTailLaunch>>>(list, 100 + depth);
  append<<<1, 1>>>(list, depth);
  if (depth > 0) later<<<1, 1>>>(list, depth - 1);
}

TEST(DynamicParallelism, TailLaunchesComeAfterEverythingElse) {
  const DeviceBuffer<int> list(std::vector<int>(8));
  later<<<1, 1>>>(list.data(), 2);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(list.read(), (std::vector<int>{6, 2, 1, 0, 100, 101, 102, 0}));
}

__global__ void count(int* counter) { atomicAdd(counter, 1); }

__global__ void fire(int* counter) {
  count<<<2, 32, 0, cudaStreamFireAndForget>>>(counter);
  cudaStream_t stream;
  if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess) {
    count<<<1, 32, 0, stream>>>(counter);
    cudaStreamDestroy(stream);
  }
}

TEST(DynamicParallelism, FireAndForgetAndStreamsOfItsOwn) {
  const DeviceBuffer<int> counter(std::vector<int>{0});
  fire<<<3, 4>>>(counter.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(counter.read()[0], 3 * 4 * 96);
}

/// What the parent wrote before the launch, the child sees.
__global__ void add_one(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += 1;
}
__global__ void write_then_launch(int* data, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = 10 * i;
  __syncthreads();
  if (threadIdx.x == 0) add_one<<<(n + 31) / 32, 32>>>(data, n);
}

TEST(DynamicParallelism, ChildrenSeeWhatTheParentWrote) {
  const DeviceBuffer<int> data(1000);
  write_then_launch<<<1, 128>>>(data.data(), 1000);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const std::vector<int> values = data.read();
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(values[i], 10 * i + 1);
}

__global__ void refused(int* errors) {
  fill<<<1, 2048>>>(errors, 1);
  errors[0] = cudaGetLastError();
  fill<<<0, 32>>>(errors, 1);
  errors[1] = cudaGetLastError();
  fill<<<1, 32, 100000>>>(errors, 1);
  errors[2] = cudaGetLastError();
  errors[3] = cudaGetLastError();
}

TEST(DynamicParallelism, RefusedLaunches) {
  const DeviceBuffer<int> errors(4);
  refused<<<1, 1>>>(errors.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(errors.read(),
            (std::vector<int>{cudaErrorInvalidConfiguration, cudaErrorInvalidConfiguration,
                              cudaErrorInvalidConfiguration, cudaSuccess}));
}

}  // namespace
