// Atomics on every type that has them: results, and the old values they return.
// supports: intrinsics: atomics of all types and scopes, fences, `__ldg` … `__stwt`
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

#include "../device_test.cuh"

namespace {

template <class T>
__global__ void add_all(T* sum, T* old) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  old[i] = atomicAdd(sum, static_cast<T>(1));
}

template <class T>
void expect_tickets() {
  const int n = 5 * 96;
  const DeviceBuffer<T> sum(std::vector<T>{static_cast<T>(0)});
  std::vector<T> old = run_kernel<T>(n, [&](T* d) { add_all<T><<<5, 96>>>(sum.data(), d); });
  EXPECT_EQ(sum.read()[0], static_cast<T>(n));
  std::sort(old.begin(), old.end());
  for (int i = 0; i < n; ++i) ASSERT_EQ(old[i], static_cast<T>(i));
}

TEST(Atomics, AddGivesEveryThreadItsOwnTicket) {
  expect_tickets<int>();
  expect_tickets<unsigned>();
  expect_tickets<unsigned long long>();
  expect_tickets<float>();
  expect_tickets<double>();
}

template <class T>
__global__ void extremes(T* v) {
  const T mine = static_cast<T>((threadIdx.x * 37 + 11) % 256) - static_cast<T>(100);
  atomicMin(&v[0], mine);
  atomicMax(&v[1], mine);
}

template <class T>
void expect_extremes() {
  std::vector<T> values(256);
  for (unsigned t = 0; t < 256; ++t) {
    values[t] = static_cast<T>((t * 37 + 11) % 256) - static_cast<T>(100);
  }
  const DeviceBuffer<T> v(std::vector<T>{values[0], values[0]});
  extremes<T><<<1, 256>>>(v.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(v.read()[0], *std::min_element(values.begin(), values.end()));
  EXPECT_EQ(v.read()[1], *std::max_element(values.begin(), values.end()));
}

TEST(Atomics, MinAndMax) {
  expect_extremes<int>();
  expect_extremes<unsigned>();
  expect_extremes<long long>();
  expect_extremes<unsigned long long>();
}

__global__ void bits(unsigned* v) {
  const unsigned bit = 1u << threadIdx.x;
  atomicOr(&v[0], bit & 0x0ff0u);
  atomicAnd(&v[1], ~(bit & 0xf00fu));
  atomicXor(&v[2], bit | 1u);
  atomicSub(&v[3], 2u);
  atomicInc(&v[4], 9u);
  atomicDec(&v[5], 9u);
  atomicExch(&v[6], 77u);
}

TEST(Atomics, BitsCountersAndExchange) {
  const DeviceBuffer<unsigned> v(std::vector<unsigned>{0, 0xffffffffu, 0, 100, 0, 3, 1});
  bits<<<1, 32>>>(v.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(v.read(), (std::vector<unsigned>{0x0ff0u, ~0xf00fu, 0xfffffffeu, 36, 2, 1, 77}));
}

// A lock built on CAS: the classic that deadlocks a scheduler without fairness.
__global__ void locked_increments(int* lock, int* value) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      volatile int* shared_value = value;
      *shared_value = *shared_value + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

TEST(Atomics, CompareAndSwapBuildsALock) {
  const DeviceBuffer<int> state(std::vector<int>{0, 0});
  locked_increments<<<4, 64>>>(state.data(), state.data() + 1);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(state.read()[1], 256);
}

__global__ void shared_histogram(const unsigned char* data, int n, int* bins) {
  __shared__ int local[16];
  if (threadIdx.x < 16) local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&local[data[i] % 16], 1);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

TEST(Atomics, WorkOnSharedMemory) {
  std::vector<unsigned char> data(999);
  std::vector<int> expected(16, 0);
  for (int i = 0; i < 999; ++i) {
    data[i] = static_cast<unsigned char>(i * i);
    expected[data[i] % 16] += 2;
  }
  const DeviceBuffer<unsigned char> input(data);
  const DeviceBuffer<int> bins(std::vector<int>(16, 0));
  shared_histogram<<<2, 128>>>(input.data(), 999, bins.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(bins.read(), expected);
}

}  // namespace
