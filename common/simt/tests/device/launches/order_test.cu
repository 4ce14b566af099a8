// Fixed orders: who runs first, the same in every run and with any number of OS threads.
#include <cooperative_groups.h>
#include <gtest/gtest.h>
#include <simt_order.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "../device_test.cuh"

namespace cg = cooperative_groups;
using simt::Order;

namespace {

class FixedOrder : public testing::Test {
 protected:
  ~FixedOrder() override { simt::set_order(Order::kFree); }
};

std::vector<int> counting(int n) {
  std::vector<int> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

/// Every thread, or the first one of every block, takes the next number.
__global__ void take_turns(int* next, int* turns, bool every_thread) {
  if (every_thread) {
    turns[atomicAdd(next, 1)] = blockIdx.x * blockDim.x + threadIdx.x;
  } else if (threadIdx.x == 0) {
    turns[atomicAdd(next, 1)] = blockIdx.x;
  }
}

std::vector<int> turns_of_blocks(int blocks, Order order, std::uint64_t seed = 1) {
  simt::set_order(order, seed);
  const DeviceBuffer<int> next(std::vector<int>{0});
  return run_kernel<int>(
      blocks, [&](int* turns) { take_turns<<<blocks, 64>>>(next.data(), turns, false); });
}

TEST_F(FixedOrder, OfBlocks) {
  for (const int blocks : {1, 2, 7, 64, 1000}) {
    std::vector<int> expected = counting(blocks);
    EXPECT_EQ(turns_of_blocks(blocks, Order::kForward), expected);
    std::reverse(expected.begin(), expected.end());
    EXPECT_EQ(turns_of_blocks(blocks, Order::kReverse), expected);
  }
}

TEST_F(FixedOrder, RandomOnesAreOrdersOfAllBlocks) {
  for (const int blocks : {1, 2, 7, 64, 1000}) {
    for (const int seed : {1, 2, 3}) {
      const std::vector<int> turns = turns_of_blocks(blocks, Order::kRandom, seed);
      EXPECT_EQ(turns_of_blocks(blocks, Order::kRandom, seed), turns);
      std::vector<int> sorted = turns;
      std::sort(sorted.begin(), sorted.end());
      EXPECT_EQ(sorted, counting(blocks));
      if (blocks < 7) continue;
      EXPECT_NE(turns, counting(blocks));
      EXPECT_NE(turns, turns_of_blocks(blocks, Order::kRandom, seed + 1));
    }
  }
}

// The numbers are those of every run on every machine.
TEST_F(FixedOrder, IsTheSameEverywhere) {
  EXPECT_EQ(turns_of_blocks(8, Order::kRandom, 1), (std::vector<int>{2, 4, 7, 5, 0, 6, 1, 3}));
}

__global__ void add_in_two_steps(volatile int* sum) {
  if (threadIdx.x == 0) *sum = *sum + 1;
}
__global__ void add_with_a_lock(int* lock, volatile int* sum) {
  if (threadIdx.x > 0) return;
  while (atomicCAS(lock, 0, 1) != 0) continue;
  __threadfence();
  *sum = *sum + 1;
  __threadfence();
  *static_cast<volatile int*>(lock) = 0;
}

// A block that is about to store makes room for others, which add what it then overwrites.
TEST_F(FixedOrder, UpdatesGetLostInARandomOne) {
  constexpr int kBlocks = 64;
  const auto sum = [](Order order, const auto& launch) {
    simt::set_order(order);
    return run_kernel<int>(2, [&](int* out) {
      EXPECT_EQ(cudaMemset(out, 0, 2 * sizeof(int)), cudaSuccess);
      launch(out);
    })[0];
  };
  const auto two_steps = [](int* out) { add_in_two_steps<<<kBlocks, 32>>>(out); };
  const auto lock = [](int* out) { add_with_a_lock<<<kBlocks, 32>>>(out + 1, out); };
  EXPECT_EQ(sum(Order::kForward, two_steps), kBlocks);
  EXPECT_LT(sum(Order::kRandom, two_steps), kBlocks);
  EXPECT_EQ(sum(Order::kRandom, lock), kBlocks);
}

TEST_F(FixedOrder, OfThreads) {
  const auto turns = [](Order order) {
    simt::set_order(order);
    const DeviceBuffer<int> next(std::vector<int>{0});
    return run_kernel<int>(300, [&](int* out) { take_turns<<<3, 100>>>(next.data(), out, true); });
  };
  std::vector<int> expected = counting(300);
  EXPECT_EQ(turns(Order::kForward), expected);
  std::reverse(expected.begin(), expected.end());
  EXPECT_EQ(turns(Order::kReverse), expected);
  std::vector<int> random = turns(Order::kRandom);
  EXPECT_EQ(turns(Order::kRandom), random);
  EXPECT_NE(random, counting(300));
  std::sort(random.begin(), random.end());
  EXPECT_EQ(random, counting(300));
}

/// Blocks that take so long that others run in between.
__global__ void take_turns_for_long(int* next, int* turns, int rounds, int work) {
  int sum = 0;
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < work; ++i) sum = 3 * sum + turns[i % 2];
    __syncthreads();
    if (threadIdx.x == 0) turns[2 + atomicAdd(next, 1)] = blockIdx.x + sum % 1;
  }
}

TEST_F(FixedOrder, OfBlocksThatTakeTurns) {
  const auto turns = [](Order order) {
    simt::set_order(order);
    const DeviceBuffer<int> next(std::vector<int>{0}), out(std::vector<int>(2 + 5 * 20, 0));
    take_turns_for_long<<<5, 64>>>(next.data(), out.data(), 20, 1000);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    std::vector<int> all = out.read();
    return std::vector<int>(all.begin() + 2, all.end());
  };
  for (const Order order : {Order::kForward, Order::kReverse, Order::kRandom}) {
    const std::vector<int> first = turns(order);
    EXPECT_FALSE(std::is_sorted(first.begin(), first.end())) << "no block made room";
    EXPECT_EQ(turns(order), first);
  }
  EXPECT_NE(turns(Order::kForward), turns(Order::kReverse));
}

// Right programs end in every order: whoever waits makes room for whom it waits for.

/// Each block waits for the one before it.
__global__ void chain(volatile int* turn, int* order) {
  if (threadIdx.x != 0) return;
  while (*turn != static_cast<int>(blockIdx.x)) {
  }
  __threadfence();
  order[blockIdx.x] = blockIdx.x * 3;
  __threadfence();
  *turn = blockIdx.x + 1;
}

/// All blocks wait for all, by a barrier made by hand.
__global__ void meet(unsigned* arrived, int* out) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1u);
    while (*static_cast<volatile unsigned*>(arrived) < gridDim.x) __nanosleep(100);
  }
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = blockIdx.x * 3;
}

/// The same by the barrier of a cooperative grid.
__global__ void meet_in_a_grid(int* first, int* out) {
  first[blockIdx.x] = blockIdx.x * 3;
  cg::this_grid().sync();
  out[blockIdx.x] = first[gridDim.x - 1 - blockIdx.x];
}

TEST_F(FixedOrder, LetsBlocksWaitForEachOther) {
  constexpr int kBlocks = 132;  // one for each multiprocessor
  for (const Order order : {Order::kForward, Order::kReverse, Order::kRandom}) {
    simt::set_order(order, 4);
    std::vector<int> expected(kBlocks);
    for (int b = 0; b < kBlocks; ++b) expected[b] = b * 3;
    const DeviceBuffer<int> turn(std::vector<int>{0});
    EXPECT_EQ(run_kernel<int>(kBlocks, [&](int* out) { chain<<<kBlocks, 32>>>(turn.data(), out); }),
              expected);
    const DeviceBuffer<unsigned> arrived(std::vector<unsigned>{0});
    EXPECT_EQ(
        run_kernel<int>(kBlocks, [&](int* out) { meet<<<kBlocks, 64>>>(arrived.data(), out); }),
        expected);
    const DeviceBuffer<int> first(kBlocks), out(kBlocks);
    int *a = first.data(), *b = out.data();
    void* arguments[] = {&a, &b};
    EXPECT_EQ(cudaLaunchCooperativeKernel(meet_in_a_grid, dim3(kBlocks), dim3(32), arguments, 0,
                                          cudaStream_t{}),
              cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    std::reverse(expected.begin(), expected.end());
    EXPECT_EQ(out.read(), expected);
  }
}

__global__ void sum_up(const int* next, int* sum) { atomicAdd(sum, *next); }

__global__ void parent(int* next, int* turns) {
  if (threadIdx.x == 0) {
    take_turns<<<6, 32, 0, cudaStreamFireAndForget>>>(next, turns, false);
  }
}

TEST_F(FixedOrder, HoldsForWhatAKernelLaunches) {
  simt::set_order(Order::kReverse);
  const DeviceBuffer<int> next(std::vector<int>{0});
  EXPECT_EQ(run_kernel<int>(6, [&](int* turns) { parent<<<1, 32>>>(next.data(), turns); }),
            (std::vector<int>{5, 4, 3, 2, 1, 0}));
}

/// The child adds to what its parent sets to 0 behind the launch.
__global__ void zero_behind_launch(int* next, int* sum) {
  sum_up<<<1, 32, 0, cudaStreamFireAndForget>>>(next, sum);
  atomicExch(sum, 0);
}

// Both orders are possible on a GPU.
TEST_F(FixedOrder, AChildRunsBehindItsParentOrBeforeTheRestOfIt) {
  const auto sum = [](Order order) {
    simt::set_order(order);
    const DeviceBuffer<int> next(std::vector<int>{1}), out(std::vector<int>{7});
    zero_behind_launch<<<1, 1>>>(next.data(), out.data());
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    return out.read()[0];
  };
  for (int run = 0; run < 10; ++run) {
    EXPECT_EQ(sum(Order::kForward), 32);
    EXPECT_EQ(sum(Order::kReverse), 0);
  }
}

/// The child waits for what its parent does behind the launch, which no GPU promises; but it is no reason to hang.
__global__ void wait_for_parent(volatile int* flag, int* out) {
  while (*flag != 3) {
  }
  *out = 5;
}
__global__ void parent_that_answers(volatile int* flag, int* out) {
  wait_for_parent<<<1, 1, 0, cudaStreamFireAndForget>>>(flag, out);
  *flag = 3;
}

TEST_F(FixedOrder, AChildMayWaitForItsParent) {
  simt::set_order(Order::kReverse);
  const DeviceBuffer<int> flag(std::vector<int>{0});
  EXPECT_EQ(
      run_kernel<int>(1, [&](int* out) { parent_that_answers<<<1, 1>>>(flag.data(), out); })[0], 5);
}

/// More blocks than may wait for their children at a time, several launches in each.
__global__ void add_often(int* sums) { atomicAdd(&sums[blockIdx.x], 1); }
__global__ void launch_often(int* sums) {
  for (int i = 0; i < 3; ++i) add_often<<<gridDim.x, 32>>>(sums);
}

TEST_F(FixedOrder, ManyParentsGiveWay) {
  constexpr int kBlocks = 40;
  simt::set_order(Order::kReverse);
  const DeviceBuffer<int> sums(std::vector<int>(kBlocks, 0));
  launch_often<<<kBlocks, 8>>>(sums.data());
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(sums.read(), std::vector<int>(kBlocks, kBlocks * 8 * 3 * 32));
}

/// Blocks of a cluster, by their ranks.
__global__ void __cluster_dims__(4) take_turns_in_clusters(int* next, int* turns) {
  if (threadIdx.x == 0) turns[atomicAdd(next, 1)] = blockIdx.x;
  cg::this_cluster().sync();
}

TEST_F(FixedOrder, OfTheBlocksOfClusters) {
  simt::set_order(Order::kReverse);
  const DeviceBuffer<int> next(std::vector<int>{0});
  EXPECT_EQ(run_kernel<int>(
                8, [&](int* turns) { take_turns_in_clusters<<<8, 32>>>(next.data(), turns); }),
            (std::vector<int>{7, 6, 5, 4, 3, 2, 1, 0}));
}

/// What the last block finds depends on who was first.
__global__ void sum_from_zero(int* sum) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) atomicExch(sum, 0);
  atomicAdd(sum, 1);
}

TEST_F(FixedOrder, ShowsWhatDependsOnIt) {
  const auto sum = [](Order order) {
    simt::set_order(order);
    const DeviceBuffer<int> out(std::vector<int>{7});
    sum_from_zero<<<50, 32>>>(out.data());
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    return out.read()[0];
  };
  for (int run = 0; run < 50; ++run) {
    EXPECT_EQ(sum(Order::kForward), 50);
    EXPECT_EQ(sum(Order::kReverse), 1);
  }
}

}  // namespace
