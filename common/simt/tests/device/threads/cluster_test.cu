// Clusters: ranks, barriers, distributed shared memory, and what can be launched.
// supports: <cooperative_groups.h>: clusters
#include <cooperative_groups.h>
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <vector>

#include "../device_test.cuh"

namespace cg = cooperative_groups;

namespace {

template <class... Parameters, class... Arguments>
cudaError_t launch_in_clusters(dim3 cluster, dim3 grid, int block, void (*kernel)(Parameters...),
                               Arguments... arguments) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = cluster.x;
  attribute.val.clusterDim.y = cluster.y;
  attribute.val.clusterDim.z = cluster.z;
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = block;
  config.attrs = &attribute;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, kernel, arguments...);
}

struct Place {
  unsigned rank, blocks;
  dim3 index;
};

__global__ void places(Place* out) {
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  out[block] = {cluster.block_rank(), cluster.num_blocks(), cluster.block_index()};
}

TEST(Cluster, BlocksHaveRanks) {
  SKIP_BELOW_COMPUTE_CAPABILITY(9);
  const DeviceBuffer<Place> out(6 * 4 * 4);
  ASSERT_EQ(launch_in_clusters(dim3(3, 1, 2), dim3(6, 4, 4), 32, places, out.data()), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const std::vector<Place> all = out.read();
  for (unsigned block = 0; block < all.size(); ++block) {
    const unsigned x = block % 6, z = block / 24;
    EXPECT_EQ(all[block].rank, x % 3 + 3 * (z % 2)) << block;
    EXPECT_EQ(all[block].blocks, 6u);
    EXPECT_EQ(all[block].index.x, x % 3);
    EXPECT_EQ(all[block].index.y, 0u);
    EXPECT_EQ(all[block].index.z, z % 2);
  }
}

TEST(Cluster, ABlockAloneIsACluster) {
  SKIP_BELOW_COMPUTE_CAPABILITY(9);
  const DeviceBuffer<Place> out(4);
  places<<<4, 32>>>(out.data());
  for (const Place& place : out.read()) {
    EXPECT_EQ(place.rank, 0u);
    EXPECT_EQ(place.blocks, 1u);
  }
}

/// Every block hands its values to the next one, `steps` times.
__global__ void ring(int* out, int steps) {
  __shared__ int values[2][64];
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
  values[0][threadIdx.x] = blockIdx.x * 1000 + threadIdx.x;
  cluster.sync();
  for (int step = 0; step < steps; ++step) {
    int* there = cluster.map_shared_rank(values[(step + 1) % 2], next);
    there[threadIdx.x] = values[step % 2][threadIdx.x];
    cluster.sync();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = values[steps % 2][threadIdx.x];
}

TEST(Cluster, DistributedSharedMemory) {
  SKIP_BELOW_COMPUTE_CAPABILITY(9);
  for (const int size : {1, 2, 4, 8}) {
    const int blocks = 3 * size, steps = 5;
    const DeviceBuffer<int> out(blocks * 64);
    ASSERT_EQ(launch_in_clusters(size, blocks, 64, ring, out.data(), steps), cudaSuccess);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    const std::vector<int> values = out.read();
    for (int i = 0; i < blocks * 64; ++i) {
      const int first = i / 64 / size * size, rank = i / 64 % size;
      const int source = first + (rank + size * steps - steps) % size;
      ASSERT_EQ(values[i], source * 1000 + i % 64) << size << " " << i;
    }
  }
}

/// The two halves of the barrier, with work between them; atomics on the first block's memory.
__global__ void count_in_first(int* out) {
  __shared__ int counter[4];
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x < 4) counter[threadIdx.x] = 0;
  cluster.sync();
  int* first = cluster.map_shared_rank(counter, 0);
  atomicAdd(&first[threadIdx.x % 4], static_cast<int>(cluster.block_rank() + 1));
  cluster.barrier_arrive();
  const int mine = threadIdx.x;
  cluster.barrier_wait();
  if (cluster.block_rank() == 0 && threadIdx.x < 4) {
    out[blockIdx.x / cluster.num_blocks() * 4 + mine] = counter[mine];
  }
}

TEST(Cluster, AtomicsReachOtherBlocks) {
  SKIP_BELOW_COMPUTE_CAPABILITY(9);
  const DeviceBuffer<int> out(2 * 4);
  ASSERT_EQ(launch_in_clusters(4, 8, 96, count_in_first, out.data()), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out.read(), std::vector<int>(8, (1 + 2 + 3 + 4) * 96 / 4));
}

__global__ void owners(unsigned* out) {
  __shared__ int value;
  value = 0;
  const cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  for (unsigned rank = 0; rank < cluster.num_blocks(); ++rank) {
    out[blockIdx.x * 4 + rank] = cluster.query_shared_rank(cluster.map_shared_rank(&value, rank));
  }
  cluster.sync();
}

TEST(Cluster, AddressesTellTheirBlock) {
  SKIP_BELOW_COMPUTE_CAPABILITY(9);
  const DeviceBuffer<unsigned> out(4 * 4);
  ASSERT_EQ(launch_in_clusters(4, 4, 1, owners, out.data()), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const std::vector<unsigned> values = out.read();
  for (unsigned i = 0; i < 16; ++i) EXPECT_EQ(values[i], i % 4);
}

/// What is mapped, each block gives to the one before it, its own memory among it.
__global__ void handed_on(unsigned* out) {
  __shared__ unsigned value;
  __shared__ unsigned* next;
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank(), size = cluster.num_blocks();
  *cluster.map_shared_rank(&value, rank) = rank;
  if (rank == 1) out[4] = cluster.query_shared_rank(&value);
  cluster.sync();
  *cluster.map_shared_rank(&next, (rank + size - 1) % size) = cluster.map_shared_rank(&value, rank);
  cluster.sync();
  out[blockIdx.x] = *next;
  cluster.sync();
}

TEST(Cluster, MappedAddressesMayBeHandedOn) {
  SKIP_BELOW_COMPUTE_CAPABILITY(9);
  const DeviceBuffer<unsigned> out(5);
  ASSERT_EQ(launch_in_clusters(4, 4, 1, handed_on, out.data()), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out.read(), (std::vector<unsigned>{1, 2, 3, 0, 1}));
}

enum class Meeting { kOneWarpWaits, kFlags };

/// Ways to know that the next block has begun, before something is written there.
__global__ void meet(int* out, int* begun, Meeting how) {
  __shared__ int values[64];
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank(), next = (rank + 1) % cluster.num_blocks();
  const bool waits_early =
      threadIdx.x < 32;  // a whole warp: if some of its lanes wait, an H200 hangs
  if (how == Meeting::kFlags) {
    if (threadIdx.x == 0) {
      __threadfence();
      atomicExch(&begun[rank], 1);
      while (atomicAdd(&begun[next], 0) == 0) {
      }
      __threadfence();
    }
    __syncthreads();
  } else {
    cluster.barrier_arrive();
    if (waits_early) cluster.barrier_wait();
    __syncthreads();
  }
  cluster.map_shared_rank(values, next)[threadIdx.x] = 100 * rank + threadIdx.x;
  if (how != Meeting::kFlags && !waits_early) cluster.barrier_wait();
  cluster.sync();
  out[blockIdx.x * 64 + threadIdx.x] = values[threadIdx.x];
}

TEST(Cluster, BlocksAreKnownToHaveBegun) {
  SKIP_BELOW_COMPUTE_CAPABILITY(9);
  for (const Meeting how : {Meeting::kOneWarpWaits, Meeting::kFlags}) {
    const DeviceBuffer<int> out(4 * 64), begun(std::vector<int>(4, 0));
    ASSERT_EQ(launch_in_clusters(4, 4, 64, meet, out.data(), begun.data(), how), cudaSuccess);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    const std::vector<int> values = out.read();
    for (int i = 0; i < 4 * 64; ++i) ASSERT_EQ(values[i], (i / 64 + 3) % 4 * 100 + i % 64) << i;
  }
}

TEST(Cluster, LaunchesThatCannotBe) {
  SKIP_BELOW_COMPUTE_CAPABILITY(9);
  const DeviceBuffer<Place> out(64);
  const auto refused = [&](dim3 cluster, dim3 grid) {
    const cudaError_t error = launch_in_clusters(cluster, grid, 32, places, out.data());
    EXPECT_EQ(cudaGetLastError(), error);
    return error;
  };
  EXPECT_EQ(refused(2, 7), cudaErrorInvalidClusterSize);
  EXPECT_EQ(refused(9, 9), cudaErrorInvalidClusterSize);
  EXPECT_EQ(refused(16, 16), cudaErrorInvalidClusterSize);
  EXPECT_EQ(refused(dim3(2, 2), dim3(8)), cudaErrorInvalidClusterSize);
  EXPECT_EQ(refused(3, 9), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

__global__ void large(Place* out) { out[blockIdx.x] = {cg::this_cluster().num_blocks(), 0, {}}; }

TEST(Cluster, SixteenBlocksMustBeAllowed) {
  SKIP_BELOW_COMPUTE_CAPABILITY(9);
  const DeviceBuffer<Place> out(32);
  EXPECT_EQ(launch_in_clusters(16, 32, 32, large, out.data()), cudaErrorInvalidClusterSize);
  cudaGetLastError();
  ASSERT_EQ(cudaFuncSetAttribute(large, cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
            cudaSuccess);
  EXPECT_EQ(launch_in_clusters(16, 32, 32, large, out.data()), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out.read()[31].rank, 16u);
  EXPECT_EQ(launch_in_clusters(32, 32, 32, large, out.data()), cudaErrorInvalidClusterSize);
  cudaGetLastError();
}

TEST(Cluster, Occupancy) {
  SKIP_BELOW_COMPUTE_CAPABILITY(9);
  cudaLaunchConfig_t config{};
  config.gridDim = 64;
  config.blockDim = 128;
  int size = 0;
  ASSERT_EQ(cudaOccupancyMaxPotentialClusterSize(&size, places, &config), cudaSuccess);
  EXPECT_EQ(size, 8);
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = 2;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  config.blockDim = 1024;
  int pairs = 0, blocks = 0, processors = 0;
  ASSERT_EQ(cudaOccupancyMaxActiveClusters(&pairs, places, &config), cudaSuccess);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, places, 1024, 0);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  EXPECT_EQ(pairs, blocks * processors / 2);
}

/// Each block fills the tables of all blocks of its cluster, with the same values.
__global__ void fill_all_tables(const int* values, int count, int* out) {
  extern __shared__ int table[];
  const cg::cluster_group cluster = cg::this_cluster();
  const int size = cluster.num_blocks(), number = blockIdx.x / size;
  int sum = 0;
  for (int i = 0; i < threadIdx.x % 8; ++i) sum = 3 * sum + 1;  // turns end in different places
  cluster.sync();
  for (int i = threadIdx.x; i < count * size; i += blockDim.x) {
    cluster.map_shared_rank(table, i / count)[i % count] = values[i] + number;
  }
  cluster.sync();
  for (int i = threadIdx.x; i < count; i += blockDim.x) sum += table[i] % 7;
  atomicAdd(&out[blockIdx.x], sum);
}

// It takes so long that the blocks take turns in the middle of it.
TEST(Cluster, TheSameValueFromSeveralBlocks) {
  SKIP_BELOW_COMPUTE_CAPABILITY(9);
  constexpr int kCount = 25000, kSize = 4, kBlocks = 3 * kSize;
  std::vector<int> values(kCount * kSize), expected(kBlocks);
  for (int i = 0; i < kCount * kSize; ++i) values[i] = i + 1;
  for (int b = 0; b < kBlocks; ++b) {
    for (int i = 0; i < kCount; ++i)
      expected[b] += (values[b % kSize * kCount + i] + b / kSize) % 7;
    for (int lane = 0, sum = 0; lane < 8; ++lane, sum = 3 * sum + 1) expected[b] += 256 / 8 * sum;
  }
  const DeviceBuffer<int> in(values), out(std::vector<int>(kBlocks, 0));
  EXPECT_EQ(cudaFuncSetAttribute(fill_all_tables, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 kCount * sizeof(int)),
            cudaSuccess);
  cudaLaunchConfig_t config{};
  config.gridDim = kBlocks;
  config.blockDim = 256;
  config.dynamicSmemBytes = kCount * sizeof(int);
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = kSize;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  EXPECT_EQ(cudaLaunchKernelEx(&config, fill_all_tables, in.data(), kCount, out.data()),
            cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out.read(), expected);
}

}  // namespace
