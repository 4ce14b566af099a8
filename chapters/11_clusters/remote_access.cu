// Chapter 11 · remote_access
//
// What an access to another block's shared memory costs: loads, stores and atomics, in a row and
// scattered, beside those to the own block's memory and to global memory.
//
//   remote_access [--cluster S]       S blocks per cluster, default 4
#include <cooperative_groups.h>

#include <cmath>
#include <numeric>

#include "tutorial.cuh"
#include "tutorial/cluster.cuh"

namespace cg = cooperative_groups;

constexpr int kBlock = 1024;
constexpr int kWords = 8192;  // per block
constexpr int kRounds = kCountsInsteadOfTimes ? 4 : 1024;

enum class What { kLoad, kStore, kAdd };
enum class Where { kOwn, kNext, kGlobal };
enum Pattern { kInARow = 1, kApart = 8, kRandom = 0 };  // words between neighbouring lanes

// Which words a thread uses, one after the other. Random ones come from a generator for each thread, whose
// upper bits are the word; it starts at a number that says nothing of the thread's neighbours.
template <Pattern kPattern>
struct Walk {
  unsigned at;

  __host__ __device__ explicit Walk(unsigned thread) : at(thread * kPattern) {
    if (kPattern != kRandom) return;
    at = (thread + 1) * 0x9e3779b9u;
    at = (at ^ at >> 16) * 0x85ebca6bu;
    at = (at ^ at >> 13) * 0xc2b2ae35u;
    at ^= at >> 16;
  }
  __host__ __device__ unsigned next() {
    const unsigned here = at;
    at = kPattern == kRandom ? at * 1664525u + 1013904223u : at + 32;
    return kPattern == kRandom ? here / (1u << 19) : here % kWords;
  }
};
static_assert(kWords == 1 << 13);

// Every thread does the same thing kRounds times. In the end it has the sum of what it has read, or
// of a part of its block's words.
template <What kWhat, Where kWhere, Pattern kPattern>
__global__ void __launch_bounds__(kBlock) repeat(int* global, int* out) {
  extern __shared__ int shared[];
  const cg::cluster_group cluster = cg::this_cluster();
  int* own = kWhere == Where::kGlobal ? global + blockIdx.x * kWords : shared;
  for (int k = threadIdx.x; k < kWords; k += kBlock) own[k] = kWhat == What::kLoad;
  cluster.sync();
  int* words = own;  // where the compiler sees that this is shared memory, it is faster
  if (kWhere == Where::kNext) {
    words = cluster.map_shared_rank(shared, (cluster.block_rank() + 1) % cluster.num_blocks());
  }
  int sum = 0;
  Walk<kPattern> walk(threadIdx.x);
#pragma unroll 8
  for (int round = 0; round < kRounds; ++round) {
    int& word = words[walk.next()];
    if (kWhat == What::kLoad) sum += kWhere == Where::kGlobal ? __ldcg(&word) : word;
    if (kWhat == What::kStore) word = 1;
    if (kWhat == What::kAdd) atomicAdd(&word, 1);
  }
  cluster.sync();
  if (kWhat != What::kLoad) {
    for (int k = threadIdx.x; k < kWords; k += kBlock) sum += own[k];
  }
  out[blockIdx.x * kBlock + threadIdx.x] = sum;
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "What access to another block's shared memory costs.",
      {{.name = "cluster", .fallback = 4, .min = 1, .max = 16, .help = "blocks per cluster"}});
  require_compute_capability(9, 0);
  const int cluster = static_cast<int>(options["cluster"]);
  const int shared = kWords * sizeof(int);
  const int clusters =
      kCountsInsteadOfTimes
          ? 2
          : active_clusters(cluster, kBlock, shared, repeat<What::kAdd, Where::kNext, kInARow>);
  const int grid = clusters * cluster, threads = grid * kBlock;
  int *global = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&global, grid * kWords * sizeof(int)));
  CHECK(cudaMalloc(&out, threads * sizeof(int)));

  Experiment experiment(std::to_string(clusters) + " clusters of " + std::to_string(cluster),
                        4.0 * kRounds * threads);
  experiment.longest_name("global memory, store, in a row");
  experiment.show({Column::kTime, Column::kBandwidth});
  experiment.show_count("remote requests", "%.0f", &Counters::distributed_requests);
  experiment.show_count("sectors each", "%.2f", [](const Counters& c) {
    return c.distributed_sectors() / c.distributed_requests();
  });
  // Only where all is in the own block's memory; the words were written in a row before.
  experiment.show_count("wavefronts each", "%.2f", [&](const Counters& c) {
    const bool is_own = c.shared_requests() > 0 && c.distributed_requests() == 0;
    return is_own ? 1 + c.bank_conflicts / (kRounds * threads / 32.0) : NAN;
  });
  const auto run = [&]<What kWhat, Where kWhere, Pattern kPattern>(const std::string& name) {
    std::vector<bool> is_written(kWords);
    for (int thread = 0; thread < kBlock; ++thread) {
      Walk<kPattern> walk(thread);
      for (int round = 0; round < kRounds; ++round) is_written[walk.next()] = true;
    }
    const long long expected = kWhat == What::kStore
                                   ? std::count(is_written.begin(), is_written.end(), true)
                                   : static_cast<long long>(kBlock) * kRounds;
    const auto launch = [&] {
      launch_in_clusters(cluster, grid, kBlock, shared, repeat<kWhat, kWhere, kPattern>, global,
                         out);
    };
    poison(out, threads);
    experiment.run(name, launch, [&] {
      std::vector<int> sums(threads);
      CHECK(cudaMemcpy(sums.data(), out, threads * sizeof(int), cudaMemcpyDeviceToHost));
      const long long sum = std::accumulate(sums.begin(), sums.end(), 0LL);
      return sum == grid * expected ? ""
                                    : "all blocks together: " + difference(sum, grid * expected);
    });
  };
  const auto run_all = [&]<Where kWhere>(const std::string& name) {
    run.operator()<What::kLoad, kWhere, kInARow>(name + ", load, in a row");
    run.operator()<What::kLoad, kWhere, kApart>(name + ", load, 8 apart");
    run.operator()<What::kLoad, kWhere, kRandom>(name + ", load, random");
    run.operator()<What::kStore, kWhere, kInARow>(name + ", store, in a row");
    run.operator()<What::kStore, kWhere, kRandom>(name + ", store, random");
    run.operator()<What::kAdd, kWhere, kInARow>(name + ", add, in a row");
    run.operator()<What::kAdd, kWhere, kRandom>(name + ", add, random");
  };
  run_all.operator()<Where::kOwn>("own block");
  run_all.operator()<Where::kNext>("next block");
  run_all.operator()<Where::kGlobal>("global memory");
  CHECK(cudaFree(global));
  CHECK(cudaFree(out));
  return experiment.report();
}
