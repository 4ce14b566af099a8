// Chapter 11 · remote_latency
//
// How long a load takes if the next one has to wait for it: from the own block's shared memory, from another
// block's, and from global memory that is in L2. And a barrier of the cluster.
//
//   remote_latency [--cluster S]       S blocks per cluster, default 4
#include <cooperative_groups.h>

#include "tutorial.cuh"
#include "tutorial/cluster.cuh"

namespace cg = cooperative_groups;

constexpr int kWords = 4096;  // per block
constexpr int kSteps = 1024, kEnd = 33 * kSteps % kWords;

enum class Where { kOwn, kNext, kGlobal };

// Where a block's walk through its words has ended, and the clock cycles of a step.
struct Walk {
  int end;
  float cycles;
};

// Each load says where the next one goes: it has to wait.
template <Where kWhere>
__global__ void chase(int* global, Walk* walks) {
  __shared__ int shared[kWords];
  const cg::cluster_group cluster = cg::this_cluster();
  int* own = kWhere == Where::kGlobal ? global + blockIdx.x * kWords : shared;
  for (int k = threadIdx.x; k < kWords; k += blockDim.x) own[k] = (k + 33) % kWords;
  cluster.sync();
  const int* words = own;
  if (kWhere == Where::kNext) {
    words = cluster.map_shared_rank(shared, (cluster.block_rank() + 1) % cluster.num_blocks());
  }
  if (threadIdx.x == 0) {
    int k = 0;
    const long long start = clock64();
    for (int step = 0; step < kSteps; ++step) {
      k = kWhere == Where::kGlobal ? __ldcg(&words[k]) : words[k];
    }
    const long long end = clock64();
    walks[blockIdx.x] = {k, static_cast<float>(end - start) / kSteps};
  }
  cluster.sync();
}

// Nothing but barriers of the cluster.
__global__ void meet(int*, Walk* walks) {
  const cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();  // all have begun
  const long long start = clock64();
  for (int step = 0; step < kSteps; ++step) cluster.sync();
  const long long end = clock64();
  if (threadIdx.x == 0) {
    walks[blockIdx.x] = {kEnd, static_cast<float>(end - start) / kSteps};
  }
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "How long a load from another block's shared memory takes.",
      {{.name = "cluster", .fallback = 4, .min = 1, .max = 16, .help = "blocks per cluster"}});
  require_compute_capability(9, 0);
  const int cluster = static_cast<int>(options["cluster"]);
  int* global = nullptr;
  Walk* walks = nullptr;
  CHECK(cudaMalloc(&global, cluster * kWords * sizeof(int)));
  CHECK(cudaMalloc(&walks, cluster * sizeof(Walk)));
  bool passed = true;
  Table table({"one after the other", timed("clock cycles")});
  const auto wait_for = [&](const char* name, auto* kernel, int threads = 32) {
    launch_in_clusters(cluster, cluster, threads, 0, kernel, global, walks);
    std::vector<Walk> host(cluster);
    CHECK(cudaMemcpy(host.data(), walks, cluster * sizeof(Walk), cudaMemcpyDeviceToHost));
    std::vector<double> cycles;
    for (const Walk& walk : host) {
      passed &= walk.end == kEnd;
      cycles.push_back(walk.cycles);
    }
    table.add({name, figure("%.0f", median(cycles))});
  };
  wait_for("own block", chase<Where::kOwn>);
  wait_for("next block", chase<Where::kNext>);
  wait_for("global memory (L2)", chase<Where::kGlobal>);
  wait_for("cluster.sync()", meet);
  wait_for("  blocks of 1024 threads", meet, 1024);
  table.print();

  CHECK(cudaFree(global));
  CHECK(cudaFree(walks));
  return verdict(passed);
}
