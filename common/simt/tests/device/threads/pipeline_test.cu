// cuda::pipeline: stages that are filled ahead, by all threads or by some of them.
// supports: <cuda/pipeline>: `pipeline` of a thread and of a block
#include <cooperative_groups.h>
#include <gtest/gtest.h>
#include <cuda/pipeline>

#include <cuda_runtime.h>

#include <vector>

#if __has_include(<simt_counters.h>)
#include <simt_counters.h>
#endif

#include "../device_test.cuh"

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;

namespace {

constexpr int kTile = 64;

std::vector<int> input(int tiles) {
  std::vector<int> values(tiles * kTile);
  for (int i = 0; i < tiles * kTile; ++i) values[i] = i * 7 % 101;
  return values;
}

void expect_sums(const std::vector<int>& out, const std::vector<int>& values) {
  for (int t = 0; t < kTile; ++t) {
    int sum = 0;
    for (std::size_t i = 0; i < values.size(); i += kTile) sum += values[i + kTile - 1 - t];
    ASSERT_EQ(out[t], sum) << t;
  }
}

/// Two stages: the next tile is in flight while this one is added.
__global__ void two_stages(int* out, const int* in, int tiles) {
  __shared__ int buffer[2][kTile];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  const cg::thread_block block = cg::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  const auto fetch = [&](int tile) {
    pipeline.producer_acquire();
    if (tile < tiles) {
      cuda::memcpy_async(block, buffer[tile % 2], in + tile * kTile, sizeof(int) * kTile, pipeline);
    }
    pipeline.producer_commit();
  };
  fetch(0);
  int sum = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    fetch(tile + 1);
    pipeline.consumer_wait();
    sum += buffer[tile % 2][kTile - 1 - threadIdx.x];
    pipeline.consumer_release();
  }
  out[threadIdx.x] = sum;
}

TEST(Pipeline, TwoStages) {
  for (const int tiles : {1, 2, 9}) {
    const std::vector<int> values = input(tiles);
    const DeviceBuffer<int> in(values);
    expect_sums(
        run_kernel<int>(kTile, [&](int* d) { two_stages<<<1, kTile>>>(d, in.data(), tiles); }),
        values);
  }
}

/// The first warp fetches, the others add.
__global__ void specialised(int* out, const int* in, int tiles) {
  __shared__ int buffer[3][kTile];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 3> state;
  const cg::thread_block block = cg::this_thread_block();
  const bool produces = threadIdx.x < 32;
  auto pipeline = cuda::make_pipeline(
      block, &state, produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  if (produces) {
    for (int tile = 0; tile < tiles; ++tile) {
      pipeline.producer_acquire();
      for (int i = threadIdx.x; i < kTile; i += 32) {
        cuda::memcpy_async(&buffer[tile % 3][i], &in[tile * kTile + i], sizeof(int), pipeline);
      }
      pipeline.producer_commit();
    }
  } else {
    int sum = 0;
    for (int tile = 0; tile < tiles; ++tile) {
      pipeline.consumer_wait();
      sum += buffer[tile % 3][kTile - 1 - (threadIdx.x - 32)];
      pipeline.consumer_release();
    }
    out[threadIdx.x - 32] = sum;
  }
}

TEST(Pipeline, ProducersAndConsumers) {
  for (const int tiles : {1, 3, 10}) {
    const std::vector<int> values = input(tiles);
    const DeviceBuffer<int> in(values);
    expect_sums(run_kernel<int>(
                    kTile, [&](int* d) { specialised<<<1, 32 + kTile>>>(d, in.data(), tiles); }),
                values);
  }
}

/// A pipeline of each thread's own.
__global__ void own_pipeline(int* out, const int* in, int tiles) {
  __shared__ int buffer[2][kTile];
  auto pipeline = cuda::make_pipeline();
  int sum = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    pipeline.producer_acquire();
    cuda::memcpy_async(&buffer[tile % 2][threadIdx.x], &in[tile * kTile + kTile - 1 - threadIdx.x],
                       sizeof(int), pipeline);
    pipeline.producer_commit();
    pipeline.consumer_wait();
    sum += buffer[tile % 2][threadIdx.x];
    pipeline.consumer_release();
  }
  out[threadIdx.x] = sum;
}

TEST(Pipeline, OfOneThread) {
  const std::vector<int> values = input(5);
  const DeviceBuffer<int> in(values);
  expect_sums(run_kernel<int>(kTile, [&](int* d) { own_pipeline<<<1, kTile>>>(d, in.data(), 5); }),
              values);
}

#if __has_include(<simt_counters.h>)
/// Where the addresses would permit 16 bytes, the type or the size decides all the same.
template <bool by_barrier, class Size>
__global__ void copy_tile(int* out, const int* in, Size bytes) {
  __shared__ alignas(16) int tile[2 * kTile];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  const cg::thread_block block = cg::this_thread_block();
  if constexpr (by_barrier) {
    if (threadIdx.x == 0) init(&barrier, blockDim.x);
    block.sync();
    cuda::memcpy_async(block, tile, in, bytes, barrier);
    barrier.arrive_and_wait();
  } else {
    auto pipeline = cuda::make_pipeline(block, &state);
    pipeline.producer_acquire();
    cuda::memcpy_async(block, tile, in, bytes, pipeline);
    pipeline.producer_commit();
    pipeline.consumer_wait();
    pipeline.consumer_release();
  }
  out[threadIdx.x] = tile[kTile - 1 - threadIdx.x];
}

template <bool by_barrier, class Size>
unsigned long long load_requests(Size bytes) {
  const std::vector<int> values = input(2);
  const DeviceBuffer<int> in(values);
  const auto before = simt::counters().global_load_requests;
  expect_sums(run_kernel<int>(
                  kTile, [&](int* d) { copy_tile<by_barrier><<<1, kTile>>>(d, in.data(), bytes); }),
              {values.begin(), values.begin() + kTile});
  return simt::counters().global_load_requests - before;
}

TEST(Pipeline, CopiesWordsThatArePromised) {
  EXPECT_EQ(load_requests<false>(sizeof(int) * kTile * 2), 4u);
  EXPECT_EQ(load_requests<false>(cuda::aligned_size_t<8>(sizeof(int) * kTile * 2)), 2u);
  EXPECT_EQ(load_requests<false>(cuda::aligned_size_t<16>(sizeof(int) * kTile * 2)), 1u);
  EXPECT_EQ(load_requests<true>(sizeof(int) * kTile * 2), 4u);
  EXPECT_EQ(load_requests<true>(cuda::aligned_size_t<8>(sizeof(int) * kTile * 2)), 2u);
}
#endif

}  // namespace
