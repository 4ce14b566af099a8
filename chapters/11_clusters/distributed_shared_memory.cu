// Chapter 11 · distributed_shared_memory
//
// The blocks of a cluster reach each other's shared memory. A ring, in which each block gets its
// neighbour's values: by reading, by being written to, and with two barriers that are easily forgotten.
//
//   distributed_shared_memory [--size N] [--cluster S] [--broken K]
//                       N values, default 2^12+1 on the CPU backend, 2^26 on a GPU; S blocks per
//                       cluster, default 4; 1: no barrier before the values are read, 2: none at the
//                       end, 3: none before they are written
#include <cooperative_groups.h>

#include "tutorial.cuh"
#include "tutorial/cluster.cuh"

namespace cg = cooperative_groups;

constexpr int kBlock = 256;

// The rank of the next block in the ring.
__device__ unsigned next_rank(const cg::cluster_group& cluster) {
  return (cluster.block_rank() + 1) % cluster.num_blocks();
}

// Each block reads what the next one has put into its own shared memory.
__global__ void pull(const int* in, int* out, int n) {
  __shared__ int tile[kBlock];
  const cg::cluster_group cluster = cg::this_cluster();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : 0;
  cluster.sync();  // all blocks have begun, and their tiles are full
  const int* there = cluster.map_shared_rank(tile, next_rank(cluster));
  if (i < n) out[i] = there[threadIdx.x];
  cluster.sync();  // no block ends while another one may still read its tile
}

// Each block writes into the memory of the next one. The first barrier is needed here, too: a block
// that has not begun has no shared memory yet.
__global__ void push(const int* in, int* out, int n) {
  __shared__ int tile[kBlock];
  const cg::cluster_group cluster = cg::this_cluster();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  cluster.sync();  // all blocks have begun
  int* there = cluster.map_shared_rank(tile, next_rank(cluster));
  there[threadIdx.x] = i < n ? in[i] : 0;
  cluster.sync();  // all values have arrived; what follows is the block's own
  if (i < n) out[i] = tile[threadIdx.x];
}

// Round the whole ring: each block sees all tiles of its cluster, its own first.
__global__ void add_all(const int* in, int* out, int n) {
  __shared__ int tile[kBlock];
  const cg::cluster_group cluster = cg::this_cluster();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : 0;
  cluster.sync();
  int sum = 0;
  for (unsigned r = 0; r < cluster.num_blocks(); ++r) {
    const unsigned rank = (cluster.block_rank() + r) % cluster.num_blocks();
    sum += cluster.map_shared_rank(tile, rank)[threadIdx.x];
  }
  if (i < n) out[i] = sum;
  cluster.sync();
}

// WRONG, for --broken: pull with only one of its barriers, and push without its first one.
template <bool kReady>
__global__ void pull_wrong(const int* in, int* out, int n) {
  __shared__ int tile[kBlock];
  const cg::cluster_group cluster = cg::this_cluster();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : 0;
  if (kReady) cluster.sync();
  const int* there = cluster.map_shared_rank(tile, next_rank(cluster));
  if (i < n) out[i] = there[threadIdx.x];
  if (!kReady) cluster.sync();
}

__global__ void push_wrong(const int* in, int* out, int n) {
  __shared__ int tile[kBlock];
  const cg::cluster_group cluster = cg::this_cluster();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  int* there = cluster.map_shared_rank(tile, next_rank(cluster));
  there[threadIdx.x] = i < n ? in[i] : 0;
  cluster.sync();
  if (i < n) out[i] = tile[threadIdx.x];
}

int main(int argc, char** argv) {
  const Options options(
      argc, argv, "Values that go from block to block through shared memory.",
      {{.name = "cluster", .fallback = 4, .min = 1, .max = 16, .help = "blocks per cluster"},
       {.name = "broken",
        .max = 3,
        .help = "1: no first barrier, 2: no second one, 3: no first one, written"}});
  require_compute_capability(9, 0);
  const int n = options.size({.cpu = (1 << 12) + 1, .gpu = 1 << 26});
  const int cluster = static_cast<int>(options["cluster"]);
  const int of_cluster = cluster * kBlock;  // threads
  const int grid = (n + of_cluster - 1) / of_cluster * cluster;
  const std::vector<int> input = random_ints(n);
  int *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(int)));
  CHECK(cudaMalloc(&out, n * sizeof(int)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(int), cudaMemcpyHostToDevice));

  Experiment experiment("A ring of " + std::to_string(cluster) + " blocks", out, n, 8.0 * n);
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
  experiment.show_count("own block", "%.0f", &Counters::shared_requests);
  experiment.show_count("other blocks", "%.0f", &Counters::distributed_requests);
  experiment.show_count("sectors each", "%.2f", [](const Counters& c) {
    return c.distributed_sectors() / c.distributed_requests();
  });
  const auto at = [&](int i) { return i < n ? input[i] : 0; };
  const auto of_next = [&](int i) {
    const int first = i / of_cluster * of_cluster;
    return at(first + (i - first + kBlock) % of_cluster);
  };
  const auto of_previous = [&](int i) {
    const int first = i / of_cluster * of_cluster;
    return at(first + (i - first + of_cluster - kBlock) % of_cluster);
  };
  const auto sum_of_all = [&](int i) {
    const int first = i / of_cluster * of_cluster + i % kBlock;
    int sum = 0;
    for (int rank = 0; rank < cluster; ++rank) sum += at(first + rank * kBlock);
    return sum;
  };
  const auto run = [&](const char* name, auto* kernel, const auto& expected) {
    experiment.run(
        name,
        [&] {
          launch_in_clusters(cluster, grid, kBlock, 0, kernel, static_cast<const int*>(in), out, n);
        },
        expected);
  };
  if (options["broken"] == 1) run("no first barrier", pull_wrong<false>, of_next);
  if (options["broken"] == 2) run("no second barrier", pull_wrong<true>, of_next);
  if (options["broken"] == 3) run("no first barrier, written", push_wrong, of_previous);
  run("read the next block's", pull, of_next);
  run("write to the next block", push, of_previous);
  run("read all blocks'", add_all, sum_of_all);

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}
