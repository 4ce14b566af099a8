// Chapter 13 · multicast
//
// All blocks need the same table, and read it tile by tile into their shared memory. The blocks of a cluster can share
// the work: each reads a part of a tile, and the TMA writes it to all of them. So a tile comes from L2 once per
// cluster. Compiled for compute capability 9.0 alone, where multicast has hardware (sm_90a).
//
//   multicast [--size N]      a table of N ints, default 2^20
#include <cooperative_groups.h>

#include "ring.cuh"
#include "tutorial.cuh"
#include "tutorial/cluster.cuh"

namespace cg = cooperative_groups;

constexpr int kTile = 4096, kStages = 4, kConsumers = 256, kThreads = kConsumers + 32;
constexpr int kWarps = kConsumers / 32;

struct Shared {
  int stages[kStages][kTile];
  Barrier full[kStages], empty[kStages];
};

// The thread that copies, of each block of a cluster of kCluster: its part of every tile, to all blocks. Their full
// barriers each wait for the whole tile, whoever sends it, so each block expects its own.
template <int kCluster>
__device__ void produce(Shared& shared, const int* table, int tiles, unsigned rank) {
  constexpr int kPart = kTile / kCluster;
  Place<kStages> at;
  for (int tile = 0; tile < tiles; ++tile, at.next()) {
    Barrier* const full = &shared.full[at.stage];
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster,
                                          &shared.empty[at.stage], at.parity ^ 1)) {
    }
    arrive_expecting(full, sizeof shared.stages[0]);
    int* const to = &shared.stages[at.stage][rank * kPart];
    const int* const from = table + static_cast<size_t>(tile) * kTile + rank * kPart;
    if constexpr (kCluster == 1) {
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, to, from, kPart * 4u, full);
    } else {  // to the same place in every block whose bit is set, and for the barrier there
      constexpr std::uint16_t kAll = (1u << kCluster) - 1;
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, to, from, kPart * 4u, full, kAll);
    }
  }
}

// Each block multiplies the table with its own number. A stage is empty when all blocks have read it: a warp tells
// all of them, lane r the block of rank r.
template <int kCluster>
__global__ void __launch_bounds__(kThreads) weigh(const int* table, unsigned* out, int tiles) {
  extern __shared__ __align__(128) unsigned char memory[];
  Shared& shared = *reinterpret_cast<Shared*>(memory);
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) {
    for (int i = 0; i < kStages; ++i) {
      ptx::mbarrier_init(&shared.full[i], 1);
      ptx::mbarrier_init(&shared.empty[i], kCluster * kWarps);
    }
    fence_init();
  }
  cluster.sync();  // before others send bytes, or arrive
  if (threadIdx.x >= kConsumers) {
    if (threadIdx.x == kConsumers) produce<kCluster>(shared, table, tiles, cluster.block_rank());
  } else {
    const unsigned lane = threadIdx.x % 32, weight = blockIdx.x + 1;
    unsigned sum = 0;
    Place<kStages> at;
    for (int tile = 0; tile < tiles; ++tile, at.next()) {
      wait(&shared.full[at.stage], at.parity);
      for (int i = threadIdx.x; i < kTile; i += kConsumers) {
        sum += shared.stages[at.stage][i] * weight;
      }
      __syncwarp();
      if (lane < kCluster) {
        ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster,
                             cluster.map_shared_rank(&shared.empty[at.stage], lane));
      }
    }
    out[blockIdx.x * kConsumers + threadIdx.x] = sum;
  }
  __syncwarp();
  cluster.sync();  // no block ends while others still send to it or arrive at its barriers
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "A table that the blocks of a cluster read together.");
  require_exact_compute_capability(9, 0);  // code for 9.0a runs on no newer one
  const int n = options.size({.cpu = 1 << 14, .gpu = 1 << 20});
  const int tiles = (n + kTile - 1) / kTile;
  std::vector<int> table = random_ints(n);
  table.resize(static_cast<size_t>(tiles) * kTile);  // the last tile ends with zeros
  std::vector<unsigned> sums(kConsumers);
  for (size_t i = 0; i < table.size(); ++i) sums[i % kConsumers] += table[i];

  int device = 0, multiprocessors = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  const int grid = multiprocessors / 8 * 8, results = grid * kConsumers;
  int* in = nullptr;
  unsigned* out = nullptr;
  CHECK(cudaMalloc(&in, table.size() * sizeof(int)));
  CHECK(cudaMalloc(&out, results * sizeof(unsigned)));
  CHECK(cudaMemcpy(in, table.data(), table.size() * sizeof(int), cudaMemcpyHostToDevice));

  Experiment experiment(
      std::to_string(grid) + " blocks read a table of " + std::to_string(n) + " ints", out, results,
      static_cast<double>(grid) * table.size() * sizeof(int));
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfPeer, Column::kInstructions});
  experiment.compare_with("blocks alone", "× alone");
  const auto run = [&](const std::string& name, int cluster, auto* kernel) {
    experiment.run(
        name,
        [=] {
          launch_in_clusters(cluster, grid, kThreads, sizeof(Shared), kernel,
                             static_cast<const int*>(in), out, tiles);
        },
        [&](int i) { return sums[i % kConsumers] * (i / kConsumers + 1u); });
  };
  run("blocks alone", 1, weigh<1>);
  run("clusters of 2", 2, weigh<2>);
  run("clusters of 4", 4, weigh<4>);
  run("clusters of 8", 8, weigh<8>);
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}
