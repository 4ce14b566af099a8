// Kernels whose blocks look as if they race on global memory, and do not: the CPU backend's check must
// let them pass.
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <numeric>
#include <vector>

#include "../device_test.cuh"

namespace {

std::vector<int> counted(int n) {
  std::vector<int> values(n);
  std::iota(values.begin(), values.end(), 1);
  return values;
}

__device__ unsigned int tickets;

// The last block to finish adds up what all have left.
__global__ void sum_in_last_block(const int* in, int* partial, int* out) {
  __shared__ int sum;
  __shared__ bool last;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  int total = 0;
  for (unsigned int b = threadIdx.x; b < gridDim.x; b += blockDim.x) total += partial[b];
  atomicAdd(out, total);
}

TEST(GlobalRaceFree, LastBlockAfterAFence) {
  const DeviceBuffer<int> in(counted(100 * 64));
  const DeviceBuffer<int> partial(100);
  for (int round = 0; round < 3; ++round) {
    const DeviceBuffer<int> out(std::vector<int>{0});
    sum_in_last_block<<<100, 64>>>(in.data(), partial.data(), out.data());
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(out.read()[0], 6400 * 6401 / 2);
  }
}

// All threads leave something, each with a fence of its own; the ticket is drawn after the barrier.
__global__ void reverse_in_last_block(const int* in, int* copy, unsigned int* ticket, int* out,
                                      int n) {
  __shared__ bool last;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  copy[i] = in[i];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(ticket, 1u) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  for (int k = threadIdx.x; k < n; k += blockDim.x) out[k] = copy[n - 1 - k];
}

TEST(GlobalRaceFree, EveryThreadsFenceThenOneTicket) {
  const std::vector<int> values = counted(50 * 96);
  const DeviceBuffer<int> in(values), copy(values.size());
  const DeviceBuffer<unsigned int> ticket(std::vector<unsigned int>{0});
  const auto out = run_kernel<int>(values.size(), [&](int* d) {
    reverse_in_last_block<<<50, 96>>>(in.data(), copy.data(), ticket.data(), d, 50 * 96);
  });
  EXPECT_EQ(out, std::vector<int>(values.rbegin(), values.rend()));
}

__global__ void histogram(const int* in, int* bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&bins[in[i] % 10], 1);
  }
}

TEST(GlobalRaceFree, AtomicHistogram) {
  const DeviceBuffer<int> in(counted(10000));
  const DeviceBuffer<int> bins(std::vector<int>(10, 0));
  histogram<<<13, 96>>>(in.data(), bins.data(), 10000);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(bins.read(), std::vector<int>(10, 1000));
}

// Neighbouring bytes, halves and words belong to different blocks.
template <class T>
__global__ void one_each(T* out) {
  if (threadIdx.x == 0) {
    out[blockIdx.x] = static_cast<T>(blockIdx.x);
    out[blockIdx.x] = static_cast<T>(out[blockIdx.x] * 3);
  }
}

template <class T>
void check_one_each() {
  const auto out = run_kernel<T>(500, [](T* d) { one_each<<<500, 32>>>(d); });
  for (int b = 0; b < 500; ++b) EXPECT_EQ(out[b], static_cast<T>(b * 3));
}

TEST(GlobalRaceFree, NeighbouringElements) {
  check_one_each<unsigned char>();
  check_one_each<unsigned short>();
  check_one_each<int>();
  check_one_each<double>();
}

// Many blocks report the same finding, in types of every width.
template <class T>
__global__ void any_odd(const int* in, T* found, T value) {
  if (in[blockIdx.x * blockDim.x + threadIdx.x] % 2 != 0) found[1] = value;
}

template <class T>
void check_any_odd(T zero, T value) {
  const DeviceBuffer<int> in(counted(64 * 64));
  const DeviceBuffer<T> found(std::vector<T>(3, zero));
  for (int round = 0; round < 20; ++round) {
    any_odd<<<64, 64>>>(in.data(), found.data(), value);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  }
  const std::vector<T> seen = found.read();
  EXPECT_TRUE(seen[0] == zero && seen[1] == value && seen[2] == zero);
}

TEST(GlobalRaceFree, TheSameValueFromManyBlocks) {
  check_any_odd<char>(0, 77);
  check_any_odd<short>(0, 7777);
  check_any_odd<int>(0, 1);
  check_any_odd<double>(0, 0.1);
}

// Neighbours of one word, the same values from several blocks.
__global__ void label_bytes(unsigned char* out) {
  out[threadIdx.x] = static_cast<unsigned char>(threadIdx.x * 7);
}

TEST(GlobalRaceFree, TheSameBytesFromManyBlocks) {
  const auto out =
      run_kernel<unsigned char>(130, [](unsigned char* d) { label_bytes<<<40, 130>>>(d); });
  for (int i = 0; i < 130; ++i) EXPECT_EQ(out[i], static_cast<unsigned char>(i * 7));
}

// A struct takes several stores, and happens when all of them have been announced.
struct Result {
  double value;
  int steps;
};

__global__ void all_find(Result* result, const int* steps) {
  if (threadIdx.x == 0) *result = Result{0.5, *steps};
}

TEST(GlobalRaceFree, TheSameStructFromSeveralBlocks) {
  Result* result;
  ASSERT_EQ(cudaMalloc(&result, sizeof(Result)), cudaSuccess);
  ASSERT_EQ(cudaMemset(result, 0, sizeof(Result)), cudaSuccess);
  const DeviceBuffer<int> steps(std::vector<int>{9});
  all_find<<<6, 32>>>(result, steps.data());
  Result seen{};
  EXPECT_EQ(cudaMemcpy(&seen, result, sizeof seen, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(seen.value, 0.5);
  EXPECT_EQ(seen.steps, 9);
  EXPECT_EQ(cudaFree(result), cudaSuccess);
}

// All read everything, each writes its own: the sizes fit no unit of any cache.
__global__ void smooth(const float* in, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const float left = in[i > 0 ? i - 1 : 0], right = in[i + 1 < n ? i + 1 : n - 1];
    out[i] = left + 2 * in[i] + right;
  }
}

TEST(GlobalRaceFree, StencilWithAGridStride) {
  const int n = 4999;
  std::vector<float> values(n);
  std::iota(values.begin(), values.end(), 0.0f);
  DeviceBuffer<float> a(values), b(n);
  for (int step = 0; step < 2; ++step) {  // what one launch has written, the next one reads
    smooth<<<7, 37>>>(step == 0 ? a.data() : b.data(), step == 0 ? b.data() : a.data(), n);
  }
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(a.read()[2000], 16 * 2000.0f);
}

// A message there and another one back: the data, a fence, the flag. One block may come long before
// the other one.
__global__ void there_and_back(volatile int* flag, int* message, int* out) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0) {
    message[t] = t + 1;
    __threadfence();
    __syncthreads();
    if (t == 0) {
      *flag = 1;
      while (*flag != 2) {
      }
      __threadfence();
    }
    __syncthreads();
    out[t] = message[t];
  } else {
    if (t == 0) {
      while (*flag != 1) {
      }
      __threadfence();
    }
    __syncthreads();
    message[t] = message[t] * 10;
    __syncthreads();
    if (t == 0) {
      __threadfence();
      *flag = 2;
    }
  }
}

TEST(GlobalRaceFree, MessagesInBothDirections) {
  const DeviceBuffer<int> flag(std::vector<int>{0});
  const DeviceBuffer<int> message(64);
  const auto out = run_kernel<int>(
      64, [&](int* d) { there_and_back<<<2, 64>>>(flag.data(), message.data(), d); });
  for (int t = 0; t < 64; ++t) EXPECT_EQ(out[t], (t + 1) * 10);
}

// The same with atomics, from lane to lane of one warp each.
__global__ void through_atomics(unsigned int* flag, int* message, int* out) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0) {
    message[t] = 100 + t;
    __syncwarp();
    if (t == 0) {
      __threadfence();
      atomicExch(flag, 1u);
    }
  } else {
    if (t == 0) {
      while (atomicAdd(flag, 0u) == 0) {
      }
      __threadfence();
    }
    __syncwarp();
    out[t] = message[31 - t];
  }
}

TEST(GlobalRaceFree, MessageThroughAtomics) {
  const DeviceBuffer<unsigned int> flag(std::vector<unsigned int>{0});
  const DeviceBuffer<int> message(32);
  const auto out = run_kernel<int>(
      32, [&](int* d) { through_atomics<<<2, 32>>>(flag.data(), message.data(), d); });
  for (int t = 0; t < 32; ++t) EXPECT_EQ(out[t], 131 - t);
}

// Each block waits for the one before it: what the first has written reaches the last by all of them.
__global__ void chain(volatile int* turn, int* value) {
  if (threadIdx.x != 0) return;
  while (*turn != static_cast<int>(blockIdx.x)) {
  }
  __threadfence();
  if (blockIdx.x == 0) value[0] = 5;
  value[blockIdx.x + 1] = value[blockIdx.x] + value[0];
  __threadfence();
  *turn = blockIdx.x + 1;
}

TEST(GlobalRaceFree, AChainOfBlocks) {
  const DeviceBuffer<int> turn(std::vector<int>{0});
  const auto out = run_kernel<int>(33, [&](int* d) { chain<<<32, 32>>>(turn.data(), d); });
  EXPECT_EQ(out[1], 10);
  EXPECT_EQ(out[32], 5 + 32 * 5);
}

// A lock: whoever has it changes what all share.
__global__ void count_with_a_lock(int* lock, int* shared_by_all) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  shared_by_all[0] += 1;
  shared_by_all[1] += blockIdx.x;
  __threadfence();
  atomicExch(lock, 0);
}

TEST(GlobalRaceFree, ALock) {
  const DeviceBuffer<int> lock(std::vector<int>{0});
  const DeviceBuffer<int> data(std::vector<int>{0, 0});
  count_with_a_lock<<<64, 32>>>(lock.data(), data.data());
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(data.read(), (std::vector<int>{64, 64 * 63 / 2}));
}

// A barrier of all blocks, made by hand, several times over. (All blocks are resident.)
__device__ void wait_for_all(unsigned int* arrived, unsigned int goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1u);
    while (*static_cast<volatile unsigned int*>(arrived) < goal) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void rounds_of_all(int* data, unsigned int* arrived, int rounds) {
  const int n = gridDim.x * blockDim.x;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < rounds; ++r) {
    const int other = data[(i + blockDim.x) % n];
    wait_for_all(arrived, (2 * r + 1) * gridDim.x);
    data[i] = other + 1;
    wait_for_all(arrived, (2 * r + 2) * gridDim.x);
  }
}

TEST(GlobalRaceFree, ABarrierOfAllBlocksMadeByHand) {
  const DeviceBuffer<unsigned int> arrived(std::vector<unsigned int>{0});
  const DeviceBuffer<int> data(counted(8 * 32));
  rounds_of_all<<<8, 32>>>(data.data(), arrived.data(), 5);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const std::vector<int> out = data.read();
  for (int i = 0; i < 256; ++i) EXPECT_EQ(out[i], (i + 5 * 32) % 256 + 1 + 5);
}

// Memory as cudaMalloc gives it, which the first kernel writes and the second one reads.
struct Padded {
  char tag;
  double value;
  short count;
};

__global__ void fill(Padded* items, char* bytes) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  items[i].tag = static_cast<char>('a' + i % 26);
  items[i].value = i * 0.5;
  items[i].count = static_cast<short>(i);
  if (i < 7) bytes[i] = static_cast<char>(i + 1);
}

__global__ void gather(const Padded* items, const char* bytes, Padded* copy, int* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  copy[i] = items[i];  // the padding, too
  atomicAdd(sum, items[i].count + (i < 7 ? bytes[i] : 0));
}

TEST(GlobalWritten, ByAnEarlierKernel) {
  Padded *items, *copy;
  char* bytes;
  ASSERT_EQ(cudaMalloc(&items, 128 * sizeof(Padded)), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&copy, 128 * sizeof(Padded)), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&bytes, 7), cudaSuccess);
  const DeviceBuffer<int> sum(std::vector<int>{0});
  fill<<<4, 32>>>(items, bytes);
  gather<<<4, 32>>>(items, bytes, copy, sum.data());
  std::vector<Padded> seen(128);
  EXPECT_EQ(cudaMemcpy(seen.data(), copy, 128 * sizeof(Padded), cudaMemcpyDeviceToHost),
            cudaSuccess);
  for (int i = 0; i < 128; ++i) {
    EXPECT_EQ(seen[i].tag, 'a' + i % 26);
    EXPECT_EQ(seen[i].value, i * 0.5);
    EXPECT_EQ(seen[i].count, i);
  }
  EXPECT_EQ(sum.read()[0], 128 * 127 / 2 + 28);
  EXPECT_EQ(cudaFree(items), cudaSuccess);
  EXPECT_EQ(cudaFree(copy), cudaSuccess);
  EXPECT_EQ(cudaFree(bytes), cudaSuccess);
}

// Memory that comes back is as unwritten as before, and no other launch's business.
TEST(GlobalWritten, EveryAllocationByItself) {
  for (int round = 0; round < 5; ++round) {
    Padded* items;
    char* bytes;
    ASSERT_EQ(cudaMalloc(&items, 128 * sizeof(Padded)), cudaSuccess);
    ASSERT_EQ(cudaMalloc(&bytes, 7), cudaSuccess);
    fill<<<4, 32>>>(items, bytes);
    EXPECT_EQ(cudaFree(bytes), cudaSuccess);
    EXPECT_EQ(cudaFree(items), cudaSuccess);
  }
}

}  // namespace
