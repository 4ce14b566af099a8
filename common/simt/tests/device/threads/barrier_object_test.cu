// cuda::barrier: arrivals and waits apart, phases, threads that drop out, copies that it waits for.
// supports: <cuda/barrier>: `barrier`, `memcpy_async`, `aligned_size_t`, `device::memcpy_async_tx` with
//     `barrier_arrive_tx` and `barrier_expect_tx`
#include <gtest/gtest.h>
#include <cuda/barrier>

#include <cuda_runtime.h>

#include <vector>

#include "../device_test.cuh"

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace {

using Barrier = cuda::barrier<cuda::thread_scope_block>;
static_assert(sizeof(Barrier) == 8 && alignof(Barrier) == 8, "as a GPU's own");

__global__ void reverse(int* out) {
  __shared__ Barrier barrier;
  __shared__ int values[128];
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  for (int round = 0; round < 5; ++round) {
    values[threadIdx.x] = round == 0 ? static_cast<int>(threadIdx.x) : out[threadIdx.x] + round;
    barrier.arrive_and_wait();
    out[threadIdx.x] = values[127 - threadIdx.x];
    Barrier::arrival_token token = barrier.arrive();
    barrier.wait(static_cast<Barrier::arrival_token&&>(token));
  }
}

TEST(BarrierObject, PhasesOrderSharedMemory) {
  const auto out = run_kernel<int>(128, [](int* d) { reverse<<<1, 128>>>(d); });
  for (int t = 0; t < 128; ++t) EXPECT_EQ(out[t], 127 - t + 1 + 2 + 3 + 4);
}

/// Producers fill one of two buffers while the consumers read the other.
__global__ void producer_consumer(int* out, int rounds) {
  __shared__ Barrier filled[2], emptied[2];
  __shared__ int buffer[2][32];
  if (threadIdx.x < 2) {
    init(&filled[threadIdx.x], blockDim.x);
    init(&emptied[threadIdx.x], blockDim.x);
  }
  __syncthreads();
  const int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int round = 0; round < rounds; ++round) {
      emptied[round % 2].arrive_and_wait();
      buffer[round % 2][lane] = round * 100 + lane;
      (void)filled[round % 2].arrive();
    }
  } else {
    (void)emptied[0].arrive();
    (void)emptied[1].arrive();
    int sum = 0;
    for (int round = 0; round < rounds; ++round) {
      filled[round % 2].arrive_and_wait();
      sum += buffer[round % 2][31 - lane];
      (void)emptied[round % 2].arrive();
    }
    out[lane] = sum;
  }
}

TEST(BarrierObject, ProducersAndConsumers) {
  const auto out = run_kernel<int>(32, [](int* d) { producer_consumer<<<1, 64>>>(d, 7); });
  for (int t = 0; t < 32; ++t) EXPECT_EQ(out[t], 100 * 21 + 7 * (31 - t));
}

__global__ void dropping(int* out) {
  __shared__ Barrier barrier;
  __shared__ int count;
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    count = 0;
  }
  __syncthreads();
  for (unsigned round = 0; round < 4; ++round) {
    atomicAdd(&count, 1);
    if (threadIdx.x / 16 == round) {
      barrier.arrive_and_drop();
      return;
    }
    barrier.arrive_and_wait();
    if (threadIdx.x == 127) out[round] = count;
    barrier.arrive_and_wait();
  }
}

TEST(BarrierObject, ThreadsDropOut) {
  const auto out = run_kernel<int>(4, [](int* d) { dropping<<<1, 128>>>(d); });
  EXPECT_EQ(out, (std::vector<int>{128, 128 + 112, 128 + 112 + 96, 128 + 112 + 96 + 80}));
}

__global__ void copies(int* out, const int* in) {
  __shared__ Barrier barrier;
  __shared__ alignas(16) int tile[256];
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(tile + 4 * threadIdx.x, in + 4 * threadIdx.x, cuda::aligned_size_t<16>(16),
                     barrier);
  barrier.arrive_and_wait();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) out[i] = tile[255 - i];
}

TEST(BarrierObject, CopiesAreCompleteAfterTheWait) {
  std::vector<int> values(256);
  for (int i = 0; i < 256; ++i) values[i] = i * i;
  const DeviceBuffer<int> in(values);
  const auto out = run_kernel<int>(256, [&](int* d) { copies<<<1, 64>>>(d, in.data()); });
  for (int i = 0; i < 256; ++i) EXPECT_EQ(out[i], (255 - i) * (255 - i));
}

}  // namespace
