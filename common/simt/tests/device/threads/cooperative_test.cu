// Cooperative launches: a barrier of all blocks, and the limits of what can be resident.
// supports: <cooperative_groups.h>: grids
#include <cooperative_groups.h>
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <vector>

#include "../device_test.cuh"

namespace cg = cooperative_groups;

namespace {

bool cooperative_launch() {
  int supported = 0;
  cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0);
  return supported != 0;
}

/// Every round each element takes the sum of its neighbours from the round before.
__global__ void rounds(unsigned* front, unsigned* back, int n, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < count; ++round) {
    const unsigned* from = round % 2 == 0 ? front : back;
    unsigned* to = round % 2 == 0 ? back : front;
    if (i < n) to[i] = from[(i + 1) % n] + from[(i + n - 1) % n];
    cg::this_grid().sync();
  }
}

TEST(Cooperative, AGridBarrierOrdersBlocks) {
  if (!cooperative_launch()) GTEST_SKIP();
  for (const int n : {1, 33, 5 * 96 - 1, 40 * 96}) {
    std::vector<unsigned> expected(n);
    for (int i = 0; i < n; ++i) expected[i] = i * 7 + 1;
    const DeviceBuffer<unsigned> front(expected), back(n);
    int count = 6, size = n;
    unsigned *a = front.data(), *b = back.data();
    void* arguments[] = {&a, &b, &size, &count};
    ASSERT_EQ(cudaLaunchCooperativeKernel(rounds, dim3((n + 95) / 96), dim3(96), arguments, 0,
                                          cudaStream_t{}),
              cudaSuccess);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (int round = 0; round < count; ++round) {
      const std::vector<unsigned> from = expected;
      for (int i = 0; i < n; ++i) expected[i] = from[(i + 1) % n] + from[(i + n - 1) % n];
    }
    EXPECT_EQ(front.read(), expected) << n;
  }
}

__global__ void block_numbers(int* out) {
  const cg::grid_group grid = cg::this_grid();
  __shared__ int mine;
  if (threadIdx.x == 0) mine = blockIdx.x;  // shared memory lives on through the barrier
  grid.sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = mine;
}

TEST(Cooperative, ByAddressAndByAttribute) {
  if (!cooperative_launch()) GTEST_SKIP();
  const int blocks = 24, threads = 64;
  const DeviceBuffer<int> out(blocks * threads);
  int* pointer = out.data();
  void* arguments[] = {&pointer};
  const auto check = [&] {
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    const std::vector<int> values = out.read();
    for (int i = 0; i < blocks * threads; ++i) ASSERT_EQ(values[i], i / threads);
    cudaMemset(pointer, 0, blocks * threads * sizeof(int));
  };
  ASSERT_EQ(cudaLaunchCooperativeKernel((void*)block_numbers, blocks, threads, arguments, 0,
                                        cudaStream_t{}),
            cudaSuccess);
  check();
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = blocks;
  config.blockDim = threads;
  config.attrs = &attribute;
  config.numAttrs = 1;
  ASSERT_EQ(cudaLaunchKernelEx(&config, block_numbers, pointer), cudaSuccess);
  check();
  ASSERT_EQ(cudaLaunchKernelExC(&config, (const void*)block_numbers, arguments), cudaSuccess);
  check();
}

TEST(Cooperative, AllBlocksMustFit) {
  if (!cooperative_launch()) GTEST_SKIP();
  int processors = 0, blocks = 0;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  ASSERT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, block_numbers, 1024, 0),
            cudaSuccess);
  const DeviceBuffer<int> out((processors * blocks + 1) * 1024);
  int* pointer = out.data();
  void* arguments[] = {&pointer};
  EXPECT_EQ(cudaLaunchCooperativeKernel(block_numbers, dim3(processors * blocks + 1), dim3(1024),
                                        arguments, 0, cudaStream_t{}),
            cudaErrorCooperativeLaunchTooLarge);
  EXPECT_EQ(cudaGetLastError(), cudaErrorCooperativeLaunchTooLarge);
  EXPECT_EQ(cudaLaunchCooperativeKernel(block_numbers, dim3(processors * blocks), dim3(1024),
                                        arguments, 0, cudaStream_t{}),
            cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

}  // namespace
