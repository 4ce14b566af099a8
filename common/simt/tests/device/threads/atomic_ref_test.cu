// cuda::atomic and cuda::atomic_ref: every operation, and messages that are handed on with them.
// supports: <cuda/atomic>: `atomic`, `atomic_ref`, fences, with scopes and orders
#include <gtest/gtest.h>
#include <cuda/atomic>

#include <cuda_runtime.h>

#if __has_include(<simt_counters.h>)
#include <simt_counters.h>
#endif

#include <algorithm>
#include <vector>

#include "../device_test.cuh"

namespace {

template <class T>
__global__ void operations(T* values, T* old) {
  cuda::atomic_ref<T, cuda::thread_scope_device> sum(values[0]), difference(values[1]),
      least(values[2]), most(values[3]);
  sum.fetch_add(T(threadIdx.x));
  difference.fetch_sub(T(1), cuda::memory_order_relaxed);
  least.fetch_min(T(threadIdx.x + 5));
  most.fetch_max(T(threadIdx.x + 5), cuda::memory_order_relaxed);
  if (threadIdx.x == 0) {
    cuda::atomic_ref<T> other(values[4]);
    old[0] = other.exchange(T(7));
    T expected = T(3);
    old[1] = other.compare_exchange_strong(expected, T(8));
    old[2] = expected;
    old[3] = other.compare_exchange_strong(expected, T(9), cuda::memory_order_acq_rel);
    old[4] = other.load();
    other.store(T(10), cuda::memory_order_release);
    old[5] = other;
    other = T(11);
  }
}

template <class T>
void expect_operations() {
  const DeviceBuffer<T> values(std::vector<T>{0, 200, 100, 1, 4}), old(6);
  operations<<<1, 64>>>(values.data(), old.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(values.read(), (std::vector<T>{63 * 32, 200 - 64, 5, 68, 11}));
  EXPECT_EQ(old.read(), (std::vector<T>{4, 0, 7, 1, 9, 10}));
}

TEST(AtomicRef, OperationsOfIntegers) {
  expect_operations<int>();
  expect_operations<unsigned>();
  expect_operations<long long>();
  expect_operations<unsigned long long>();
}

TEST(AtomicRef, OperationsOfFloats) {
  expect_operations<float>();
  expect_operations<double>();
}

__global__ void bits(unsigned* values) {
  const unsigned bit = 1u << threadIdx.x;
  cuda::atomic_ref<unsigned, cuda::thread_scope_block>(values[0]).fetch_or(bit);
  cuda::atomic_ref<unsigned, cuda::thread_scope_block>(values[1]).fetch_and(~bit);
  cuda::atomic_ref<unsigned, cuda::thread_scope_block>(values[2]).fetch_xor(bit);
  cuda::atomic_ref<unsigned> counter(values[3]);
  ++counter;
  counter += 2;
  counter--;
}

TEST(AtomicRef, BitsAndOperators) {
  const DeviceBuffer<unsigned> values(std::vector<unsigned>{0, ~0u, 0xff, 5});
  bits<<<1, 32>>>(values.data());
  EXPECT_EQ(values.read(), (std::vector<unsigned>{~0u, 0, ~0xffu, 5 + 32 * 2}));
}

__global__ void in_shared(int* out) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> counter;
  if (threadIdx.x == 0) counter.store(0, cuda::memory_order_relaxed);
  __syncthreads();
  out[threadIdx.x] = counter.fetch_add(1, cuda::memory_order_relaxed);
  __syncthreads();
  if (threadIdx.x == 0) out[blockDim.x] = counter.load();
}

TEST(Atomic, AnObjectInSharedMemory) {
  auto out = run_kernel<int>(97, [](int* d) { in_shared<<<1, 96>>>(d); });
  EXPECT_EQ(out[96], 96);
  std::sort(out.begin(), out.end());
  for (int i = 0; i < 97; ++i) EXPECT_EQ(out[i], i);
}

/// One warp sets a flag while the other looks at it.
__global__ void hand_over_in_block(int* out) {
  __shared__ int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  cuda::atomic_ref<int, cuda::thread_scope_block> ready(flag);
  if (threadIdx.x >= 32) {
    if (threadIdx.x == 32) ready.store(1, cuda::memory_order_release);
  } else {
    out[threadIdx.x] = ready.load(cuda::memory_order_acquire) >= 0 ? 1 : 0;
  }
}

TEST(AtomicRef, AFlagInSharedMemoryIsNoRace) {
  const auto out = run_kernel<int>(32, [](int* d) { hand_over_in_block<<<1, 64>>>(d); });
  EXPECT_EQ(out, std::vector<int>(32, 1));
}

/// Block 0 writes, the others wait: all of them are resident.
__global__ void hand_over_between_blocks(int* data, int* flag, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == gridDim.x - 1) {
    if (threadIdx.x == 0) {
      *data = 42;
      ready.store(1, cuda::memory_order_release);
    }
  } else if (threadIdx.x == 0) {
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    out[blockIdx.x] = *data;
  }
}

TEST(AtomicRef, AMessageBetweenBlocks) {
  const DeviceBuffer<int> data(1), out(5);
  const DeviceBuffer<int> flag(std::vector<int>{0});
  hand_over_between_blocks<<<6, 32>>>(data.data(), flag.data(), out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out.read(), std::vector<int>(5, 42));
}

__global__ void waits(int* data, int* flag, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (threadIdx.x == 32) {
    *data = 42;
    ready.store(1, cuda::memory_order_release);
    ready.notify_all();
  } else if (threadIdx.x == 0) {
    ready.wait(0, cuda::memory_order_acquire);
    *out = *data;
  }
}

TEST(AtomicRef, Wait) {
  const DeviceBuffer<int> data(1), out(1);
  const DeviceBuffer<int> flag(std::vector<int>{0});
  waits<<<1, 64>>>(data.data(), flag.data(), out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out.read()[0], 42);
}

__global__ void with_fences(int* data, int* flag, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 1) {
    *data = 42;
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    ready.store(1, cuda::memory_order_relaxed);
  } else {
    while (ready.load(cuda::memory_order_relaxed) == 0) {
    }
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    *out = *data;
  }
}

TEST(AtomicRef, Fences) {
  const DeviceBuffer<int> data(1), out(1);
  const DeviceBuffer<int> flag(std::vector<int>{0});
  with_fences<<<2, 32>>>(data.data(), flag.data(), out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out.read()[0], 42);
}

#if __has_include(<simt_counters.h>)
// One request of a warp, whatever the others do meanwhile, as on a GPU: no loop of attempts.
__global__ void add_and_compare(float* sum, int* largest) {
  cuda::atomic_ref<float, cuda::thread_scope_device>(*sum).fetch_add(1.0f);
  cuda::atomic_ref<int, cuda::thread_scope_device>(*largest).fetch_max(static_cast<int>(blockIdx.x),
                                                                       cuda::memory_order_relaxed);
}

TEST(AtomicRef, OneRequestPerOperation) {
  const DeviceBuffer<float> sum(std::vector<float>(1, 0.0f));
  const DeviceBuffer<int> largest(std::vector<int>(1, 0));
  const simt::Counters before = simt::counters();
  add_and_compare<<<500, 32>>>(sum.data(), largest.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const simt::Counters after = simt::counters();
  EXPECT_EQ(sum.read()[0], 500.0f * 32);
  EXPECT_EQ(largest.read()[0], 499);
  EXPECT_EQ(after.global_atomic_requests - before.global_atomic_requests, 2u * 500);
  EXPECT_EQ(after.global_load_requests - before.global_load_requests, 0u);
}
#endif

}  // namespace
