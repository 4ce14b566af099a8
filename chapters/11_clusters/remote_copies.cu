// Chapter 11 · remote_copies
//
// How fast a block gets at 16 KiB of another block's shared memory, or sends them there: by loads and stores of 4
// and of 16 bytes, by st.async, and by cp.async.bulk. Beside them the same loads from L2 and from its own memory.
//
//   remote_copies [--cluster S]       S blocks per cluster, default 2
#include <cooperative_groups.h>

#include <cuda/ptx>
#include <numeric>

#include "tutorial.cuh"
#include "tutorial/cluster.cuh"

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

constexpr int kBlock = 512;
constexpr int kWords = 4096;  // of a block: 16 KiB
constexpr int kRounds =
    32;  // until the cluster meets; what an mbarrier can count is less than 1 MiB
constexpr int kTurns = 16;

enum How { kOwn, kL2, kLoad, kStore, kAsync, kBulk };

__host__ __device__ int word(int k, int rank) { return 7 * k + 13 * rank + 1; }

__device__ int sum_of(int value) { return value; }
__device__ int sum_of(int4 value) { return value.x + value.y + value.z + value.w; }

// Each block copies its words to the next one, or loads the next one's, kTurns × kRounds times. Every round begins
// a warp further on, so that the compiler keeps the accesses of each.
template <How kHow, class T>
__global__ void __launch_bounds__(kBlock) copy(T* global, int* out) {
  constexpr int kCount = kWords * 4 / sizeof(T);
  __shared__ alignas(128) int own_words[kWords], received_words[kWords];
  __shared__ uint64_t arrived;
  const cg::cluster_group cluster = cg::this_cluster();
  const int rank = cluster.block_rank(), next = (rank + 1) % cluster.num_blocks();
  T* const own = reinterpret_cast<T*>(own_words);
  T* const received = reinterpret_cast<T*>(received_words);
  T* const l2 = global + blockIdx.x * kCount;
  for (int k = threadIdx.x; k < kWords; k += kBlock) {
    own_words[k] = word(k, rank);
    if (kHow == kL2) reinterpret_cast<int*>(l2)[k] = word(k, rank);
  }
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&arrived, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  if (kHow == kBulk) ptx::fence_proxy_async(ptx::space_shared);  // it reads what was stored
  T* const from = kHow == kLoad ? cluster.map_shared_rank(own, next) : own;
  T* const to = cluster.map_shared_rank(received, next);
  uint64_t* const bar = cluster.map_shared_rank(&arrived, next);
  int sum = 0;
  for (int turn = 0; turn < kTurns; ++turn) {
    constexpr bool kIsAsync = kHow == kAsync || kHow == kBulk;
    if (kIsAsync && threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_shared,
                                     &arrived, kRounds * kWords * 4);
    }
    cluster.sync();  // the next block expects these rounds, and has used the ones before
#pragma unroll 4
    for (int round = 0; round < kRounds; ++round) {
      constexpr int kPiece = kWords / 32;  // of each lane of the first warp
      if (kHow == kBulk && threadIdx.x < 32) {
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared,
                           reinterpret_cast<int*>(to) + threadIdx.x * kPiece,
                           own_words + threadIdx.x * kPiece, kPiece * 4, bar);
      }
#pragma unroll
      for (int k = 0; kHow != kBulk && k < kCount; k += kBlock) {
        const int at = (k + threadIdx.x + 32 * round) % kCount;
        if constexpr (kHow == kL2) {
          sum += sum_of(__ldcg(&l2[at]));
        } else if constexpr (kHow == kOwn || kHow == kLoad) {
          sum += sum_of(from[at]);
        } else if constexpr (kHow == kStore) {
          to[at] = own[at];
        } else if constexpr (kHow == kAsync) {
          const T v = own[at];
          const int values[4] = {v.x, v.y, v.z, v.w};
          ptx::st_async(reinterpret_cast<int*>(&to[at]), values, bar);
        }
      }
    }
    if (kIsAsync) {
      while (!ptx::mbarrier_try_wait_parity(&arrived, turn % 2)) {
      }
    }
  }
  cluster.sync();
  if (kHow == kStore || kHow == kAsync || kHow == kBulk) {
    for (int k = threadIdx.x; k < kWords; k += kBlock) sum += received_words[k];
  }
  out[blockIdx.x * kBlock + threadIdx.x] = sum;
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "How fast blocks of a cluster exchange data.",
      {{.name = "cluster", .fallback = 2, .min = 1, .max = 16, .help = "blocks per cluster"}});
  require_compute_capability(9, 0);
  const int cluster = static_cast<int>(options["cluster"]);
  const int grid = cluster * active_clusters(cluster, kBlock, 0, copy<kLoad, int4>);
  int *global = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&global, grid * kWords * sizeof(int)));
  CHECK(cudaMalloc(&out, grid * kBlock * sizeof(int)));
  Experiment experiment(std::to_string(grid / cluster) + " clusters of " + std::to_string(cluster),
                        4.0 * kTurns * kRounds * kWords * grid);
  experiment.show({Column::kTime, Column::kBandwidth});
  // `from` is the distance to the block whose words arrive, `times` how often they are added up.
  const auto run = [&](const char* name, auto* kernel, auto* words, int from, unsigned times) {
    poison(out, grid * kBlock);
    const auto launch = [&] { launch_in_clusters(cluster, grid, kBlock, 0, kernel, words, out); };
    experiment.run(name, launch, [&]() -> std::string {
      std::vector<int> sums(grid * kBlock);
      CHECK(cudaMemcpy(sums.data(), out, sums.size() * sizeof(int), cudaMemcpyDeviceToHost));
      for (int block = 0; block < grid; ++block) {
        unsigned expected = 0, got = 0;
        const int rank = (block % cluster + from + cluster) % cluster;
        for (int k = 0; k < kWords; ++k) expected += times * word(k, rank);
        for (int t = 0; t < kBlock; ++t) got += sums[block * kBlock + t];
        if (got != expected) return "block " + std::to_string(block) + ": another sum";
      }
      return "";
    });
  };
  constexpr unsigned kAll = kTurns * kRounds;
  int4* const vectors = reinterpret_cast<int4*>(global);
  run("own block, load 4 bytes", copy<kOwn, int>, global, 0, kAll);
  run("own block, load 16 bytes", copy<kOwn, int4>, vectors, 0, kAll);
  run("L2, load 4 bytes", copy<kL2, int>, global, 0, kAll);
  run("L2, load 16 bytes", copy<kL2, int4>, vectors, 0, kAll);
  run("next block, load 4 bytes", copy<kLoad, int>, global, 1, kAll);
  run("next block, load 16 bytes", copy<kLoad, int4>, vectors, 1, kAll);
  run("next block, store 4 bytes", copy<kStore, int>, global, -1, 1);
  run("next block, store 16 bytes", copy<kStore, int4>, vectors, -1, 1);
  run("next block, st.async 16 bytes", copy<kAsync, int4>, vectors, -1, 1);
  run("next block, cp.async.bulk", copy<kBulk, int4>, vectors, -1, 1);
  for (int* array : {global, out}) CHECK(cudaFree(array));
  return experiment.report();
}
