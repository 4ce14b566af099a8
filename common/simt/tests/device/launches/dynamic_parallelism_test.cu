// Kernels that launch kernels: who is complete before whom, the named streams, what is refused.
// supports: dynamic parallelism: null, fire-and-forget and tail-launch streams, and those that a kernel makes;
//     a parent is complete after its children; `cudaLimitDevRuntimePendingLaunchCount`
// refuses: dynamic parallelism: cooperative children: `cudaErrorNotSupported`
// refuses: dynamic parallelism: `cudaDeviceSynchronize` in a kernel; events, copies and memsets there: reported
#include <cooperative_groups.h>
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <numeric>
#include <vector>

#include "../device_test.cuh"
#include "tutorial/launches.cuh"

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

/// One thread's launch is refused; the others hear nothing of it.
__global__ void refused_in_one_thread(int* errors) {
  if (threadIdx.x == 0 && blockIdx.x == 0) fill<<<1, 2048>>>(errors, 1);
  __syncthreads();
  errors[blockIdx.x * blockDim.x + threadIdx.x] = cudaPeekAtLastError();
}
__global__ void ask_for_error(int* error) { *error = cudaPeekAtLastError(); }

TEST(DynamicParallelism, EachThreadHasItsOwnLastError) {
  const DeviceBuffer<int> errors(4), later_error(1);
  refused_in_one_thread<<<2, 2>>>(errors.data());
  ask_for_error<<<1, 1>>>(later_error.data());
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(errors.read(), (std::vector<int>{cudaErrorInvalidConfiguration, 0, 0, 0}));
  EXPECT_EQ(later_error.read()[0], cudaSuccess);
}

// What the check of races must let pass: every order that there is.

__global__ void copy(const int* from, int* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i];
}

/// Each tile has its part copied by a child.
__global__ void tiles_launch(int* data, int* out) {
  const auto tile =
      cooperative_groups::tiled_partition<16>(cooperative_groups::this_thread_block());
  data[threadIdx.x] = 3 * threadIdx.x;
  tile.sync();
  if (tile.thread_rank() != 15) return;
  const unsigned first = tile.meta_group_rank() * 16;
  copy<<<1, 16, 0, cudaStreamFireAndForget>>>(data + first, out + first, 16);
}

TEST(DynamicParallelism, ABarrierOfATileIsEnoughForATile) {
  const DeviceBuffer<int> data(64);
  const std::vector<int> out =
      run_kernel<int>(64, [&](int* to) { tiles_launch<<<1, 64>>>(data.data(), to); });
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out[i], 3 * i);
}

/// One thread makes a stream for all threads of its block.
__global__ void shared_stream(int* list) {
  __shared__ cudaStream_t stream;
  if (threadIdx.x == 0) {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    fill<<<1, 1, 0, stream>>>(list, 4);
  }
  __syncthreads();
  if (threadIdx.x == 40) copy<<<1, 1, 0, stream>>>(list, list + 1, 1);
  __syncthreads();
  if (threadIdx.x == 0) cudaStreamDestroy(stream);
}

TEST(DynamicParallelism, AStreamInSharedMemory) {
  EXPECT_EQ(run_kernel<int>(2, [](int* list) { shared_stream<<<1, 64>>>(list); }),
            (std::vector<int>{4, 4}));
}

/// The last block launches for all, after a fence and an atomic.
__global__ void last_block_launches(int* data, int* out, int* done) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = 3 * i;
  __threadfence();
  __syncthreads();
  if (threadIdx.x > 0) return;
  if (atomicAdd(done, 1) + 1 < static_cast<int>(gridDim.x)) return;
  __threadfence();
  copy<<<gridDim.x, blockDim.x>>>(data, out, gridDim.x * blockDim.x);
}

TEST(DynamicParallelism, TheLastBlockMayLaunchForAll) {
  const DeviceBuffer<int> data(256), out(256), done(std::vector<int>{0});
  last_block_launches<<<8, 32>>>(data.data(), out.data(), done.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const std::vector<int> values = out.read();
  for (int i = 0; i < 256; ++i) ASSERT_EQ(values[i], 3 * i);
}

/// Each warp is a parent of its own, which needs no barrier of the block.
__global__ void warps_launch(int* data, int* out) {
  const int lane = threadIdx.x % 32, first = threadIdx.x - lane;
  data[threadIdx.x] = 5 * threadIdx.x;
  __syncwarp();
  if (lane == 0) copy<<<1, 32>>>(data + first, out + first, 32);
}

TEST(DynamicParallelism, AWarpMayLaunchForItself) {
  const DeviceBuffer<int> data(128), out(128);
  warps_launch<<<1, 128>>>(data.data(), out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const std::vector<int> values = out.read();
  for (int i = 0; i < 128; ++i) ASSERT_EQ(values[i], 5 * i);
}

/// Each thread reads more than what a lane can record before it has to be counted.
__global__ void read_often(const int* data, int* out) {
  int sum = 0;
  for (int i = 0; i < 3000; ++i) sum += data[(i + threadIdx.x) % 32];
  out[blockIdx.x * 32 + threadIdx.x] = sum;
}

__global__ void launch_once(const int* from, int* to) {
  if (to[0] == 0) copy<<<1, 1>>>(from, to, 1);
}

/// What is left of the lanes of a larger block is none of a smaller one's.
TEST(DynamicParallelism, ASmallParentAfterALargeBlock) {
  const DeviceBuffer<int> data(std::vector<int>(32, 1)), out(64 * 32), to(std::vector<int>{0});
  read_often<<<64, 32>>>(data.data(), out.data());
  launch_once<<<1, 1>>>(data.data(), to.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out.read(), std::vector<int>(64 * 32, 3000));
  EXPECT_EQ(to.read()[0], 1);
}

/// A thread of its own needs no barrier at all; what it writes between two launches is its second child's.
__global__ void threads_launch(int* data, int* out) {
  int* const mine = data + 2 * threadIdx.x;
  mine[0] = threadIdx.x;
  copy<<<1, 1>>>(mine, out + 2 * threadIdx.x, 1);
  mine[1] = 2 * threadIdx.x;
  copy<<<1, 1>>>(mine + 1, out + 2 * threadIdx.x + 1, 1);
}

TEST(DynamicParallelism, AThreadMayLaunchForItself) {
  const DeviceBuffer<int> data(80), out(80);
  threads_launch<<<1, 40>>>(data.data(), out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const std::vector<int> values = out.read();
  for (int i = 0; i < 40; ++i) {
    ASSERT_EQ(values[2 * i], i);
    ASSERT_EQ(values[2 * i + 1], 2 * i);
  }
}

/// All blocks write, and the tail launch, of one block, reads and writes it all; then the next one.
__global__ void tails(int* data, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    add_one<<<(n + 31) / 32, 32, 0, cudaStreamTailLaunch>>>(data, n);
    copy<<<(n + 31) / 32, 32, 0, cudaStreamTailLaunch>>>(data, out, n);
  }
  if (i < n) data[i] = i;
}

TEST(DynamicParallelism, TailLaunchesSeeAllBlocks) {
  const DeviceBuffer<int> data(200), out(200);
  tails<<<7, 32>>>(data.data(), out.data(), 200);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const std::vector<int> values = out.read();
  for (int i = 0; i < 200; ++i) ASSERT_EQ(values[i], i + 1);
}

__global__ void count_down(int* left) {
  if (--*left > 0) count_down<<<1, 1, 0, cudaStreamTailLaunch>>>(left);
}

/// A tail launch takes the place of its parent: such a chain has no end by itself.
TEST(DynamicParallelism, AChainOfTailLaunches) {
  std::size_t limit = 0;
  ASSERT_EQ(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount), cudaSuccess);
  ASSERT_EQ(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 2), cudaSuccess);
  const DeviceBuffer<int> left(std::vector<int>{100});
  count_down<<<1, 1>>>(left.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(left.read()[0], 0);
  ASSERT_EQ(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, limit), cudaSuccess);
}

__global__ void launch_many(int* counts, int n) {
  for (int i = 0; i < n; ++i) {
    count<<<1, 1, 0, cudaStreamTailLaunch>>>(counts);
    const int error = cudaGetLastError();
    if (error != cudaSuccess) counts[1] = error;
  }
}

/// Tail launches are pending until their parent has ended, so the number is the same everywhere.
TEST(DynamicParallelism, AsManyPendingAsTheLimitSays) {
  std::size_t limit = 0, set = 0;
  ASSERT_EQ(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount), cudaSuccess);
  EXPECT_EQ(limit, 2048u);
  ASSERT_EQ(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 128), cudaSuccess);
  ASSERT_EQ(cudaDeviceGetLimit(&set, cudaLimitDevRuntimePendingLaunchCount), cudaSuccess);
  EXPECT_EQ(set, 128u);
  const DeviceBuffer<int> counts(std::vector<int>{0, 0});
  launch_many<<<1, 1>>>(counts.data(), 128);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(counts.read(), (std::vector<int>{128, cudaSuccess}));
  launch_many<<<1, 1>>>(counts.data(), 200);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(counts.read(), (std::vector<int>{256, cudaErrorLaunchPendingCountExceeded}));
  ASSERT_EQ(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, limit), cudaSuccess);
}

#ifdef __SIMTCC__
__global__ void nothing() {}

__global__ void launch_nothing(int n, int* refused) {
  for (int i = 0; i < n; ++i) {
    nothing<<<1, 1>>>();
    if (cudaGetLastError() != cudaSuccess) ++*refused;
  }
}

__global__ void two_with_children(cudaStream_t stream, int n, int* refused) {
  launch_nothing<<<1, 1, 0, stream>>>(n, refused);
  launch_nothing<<<1, 1, 0, stream>>>(n, refused);
}

/// A launch keeps its place until the host's kernel is complete; only a tail launch frees places earlier. (A
/// GPU may free a place as soon as a grid is complete.)
TEST(DynamicParallelism, OnlyTailLaunchesFreePlaces) {
  std::size_t limit = 0;
  ASSERT_EQ(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount), cudaSuccess);
  ASSERT_EQ(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 64), cudaSuccess);
  const DeviceBuffer<int> refused(std::vector<int>{0, 0});
  const Launches launches = record_launches([&] {
    two_with_children<<<1, 1>>>(nullptr, 60, refused.data());
    two_with_children<<<1, 1>>>(cudaStreamTailLaunch, 60, refused.data() + 1);
  });
  EXPECT_EQ(refused.read(), (std::vector<int>{2 + 60 + 60 - 64, 0}));
  EXPECT_EQ(launches.refused(), 2 + 60 + 60 - 64);
  EXPECT_EQ(tutorial::launches_so_far(), 2 * (2 + 60 + 60));
  ASSERT_EQ(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, limit), cudaSuccess);
}

TEST(DynamicParallelism, Launches) {
  const DeviceBuffer<int> counter(std::vector<int>{0}), list(std::vector<int>(8));
  const Launches launches = record_launches([&] {
    fire<<<2, 1>>>(counter.data());
    later<<<1, 1>>>(list.data(), 1);
  });
  EXPECT_EQ(launches.by_kernels(), 4 + 5);
  EXPECT_EQ(launches.by_kernels("append"), 4);
  EXPECT_EQ(launches.by_kernels("none"), 0);
  EXPECT_EQ(launches.depth(), 2);
  ASSERT_EQ(launches.all().size(), 2u + 9u);
  const Launches::Launch& second = launches.all()[3];
  EXPECT_EQ(second.kernel, "count");
  EXPECT_EQ(second.stream, "fire and forget");
  EXPECT_EQ(second.by_block, 1u);
  EXPECT_EQ(second.parent, 0u);
  EXPECT_EQ(second.grid.x, 2u);
  EXPECT_EQ(second.block.x, 32u);
}
#endif

}  // namespace
