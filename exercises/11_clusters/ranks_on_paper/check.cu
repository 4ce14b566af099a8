#include <cooperative_groups.h>

#include "tutorial/cluster.cuh"
#include "tutorial/device.cuh"
#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

namespace cg = cooperative_groups;

constexpr int kBlocks = 4, kThreads = 128;

struct Place {
  int cluster, rank;
};

__global__ void find_place(Place* places) {
  const cg::cluster_group cluster = cg::this_cluster();
  const dim3 size = cluster.dim_blocks();
  const int number = blockIdx.y / size.y * (gridDim.x / size.x) + blockIdx.x / size.x;
  if (threadIdx.x > 0) return;
  places[blockIdx.y * gridDim.x + blockIdx.x] = {number, static_cast<int>(cluster.block_rank())};
}

Place place_of(dim3 block, dim3 grid, dim3 size) {
  const Buffer<Place> places(grid.x * grid.y);
  cudaLaunchAttribute attribute = {};
  cudaLaunchConfig_t config =
      tutorial::cluster_config(1, grid, kThreads, 0, find_place, &attribute);
  attribute.val.clusterDim = {size.x, size.y, size.z};
  CHECK(cudaLaunchKernelEx(&config, find_place, places.data()));
  return places.read()[block.y * grid.x + block.x];
}

__global__ void nothing() {}

int refused_launches() {
  int refused = 0;
  for (const auto& [grid, size] : {std::pair{12, 8}, {16, 8}, {12, 3}, {16, 16}}) {
    cudaLaunchAttribute attribute = {};
    cudaLaunchConfig_t config = tutorial::cluster_config(1, grid, kThreads, 0, nothing, &attribute);
    attribute.val.clusterDim = {static_cast<unsigned>(size), 1, 1};
    refused += cudaLaunchKernelEx(&config, nothing) != cudaSuccess;
    (void)cudaGetLastError();
  }
  CHECK(cudaDeviceSynchronize());
  return refused;
}

enum class Listing { kNext, kApart, kAll, kHandOver, kGather, kDealt };

template <Listing kListing>
__global__ void run_listing(int* out) {
  __shared__ alignas(32) int tile[256];
  __shared__ int sums[kBlocks];
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank();
  for (int i = threadIdx.x; i < 256; i += kThreads) tile[i] = i;
  if (threadIdx.x < kBlocks) sums[threadIdx.x] = 0;
  cluster.sync();
  int sum = 0;
  const int* next = cluster.map_shared_rank(tile, (rank + 1) % kBlocks);
  if (kListing == Listing::kNext) sum = next[threadIdx.x];
  if (kListing == Listing::kApart) sum = next[2 * threadIdx.x];
  if (kListing == Listing::kAll) {
    for (int r = 0; r < kBlocks; ++r) sum += cluster.map_shared_rank(tile, r)[threadIdx.x];
  }
  if (kListing == Listing::kHandOver) {
    if (threadIdx.x == 0) cluster.map_shared_rank(sums, 0)[rank] = sum;
  }
  if (kListing == Listing::kGather) {
    if (rank == 0 && threadIdx.x < kBlocks) sum = *cluster.map_shared_rank(sums, threadIdx.x);
  }
  if (kListing == Listing::kDealt) {
    sum = cluster.map_shared_rank(tile, threadIdx.x % kBlocks)[threadIdx.x / kBlocks];
  }
  cluster.sync();
  out[blockIdx.x * kThreads + threadIdx.x] = sum;
}

// What the CPU backend counts; all zero on a GPU.
template <Listing kListing>
Counters count() {
  const Buffer<int> out(kBlocks * kThreads);
  const Counters before = read_counters();
  launch_in_clusters(kBlocks, kBlocks, kThreads, 0, run_listing<kListing>, out.data());
  return read_counters() - before;
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  require_compute_capability(9, 0);
  // On a GPU, which does not count requests, the rules say what the CPU backend counts here. A GPU's
  // groups may be others than those of the question.
  const auto answer = [&](const char* name, int given, double counted, int by_rule,
                          const char* thought) {
    exercise.answer(name, given, kCountsInsteadOfTimes ? counted : by_rule, 0, thought);
  };
  const Place of_block = place_of(dim3(18, 0), 24, 4);
  exercise.answer("kClusterOfBlock", kClusterOfBlock, of_block.cluster, 0,
                  "blocks 0 to 3 are cluster 0, and blocks 4 to 7?");
  exercise.answer("kRankOfBlock", kRankOfBlock, of_block.rank, 0,
                  "which block is the first of this cluster?");
  const Place of_6_and_3 = place_of(dim3(6, 3), dim3(8, 4), dim3(4, 2));
  exercise.answer(
      "kRankOf6And3", kRankOf6And3, of_6_and_3.rank, 0,
      "which x and y has the block in its box of 4 × 2, and which of them counts first?");
  constexpr int kRange = (1001 + 3) / 4;
  exercise.answer("kRankOfBin", kRankOfBin, 600 / kRange, 0,
                  "how many bins has a range, and which bins are rank 1's?");
  exercise.answer("kPlaceOfBin", kPlaceOfBin, 600 % kRange, 0,
                  "which bin is the first one of that block?");
  exercise.answer("kRefused", kRefused, refused_launches(), 0,
                  "which grids are no whole number of clusters, and which size has to be allowed?");
  answer("kClustersOf5", kClustersOf5, active_clusters(5, 1024, 120 << 10, nothing),
         5 * (18 / 5) + 2 * (16 / 5) + 10 / 5,
         "how many fit into a group of 18? A cluster cannot use what is left over in two groups");
  answer("kClustersOf6", kClustersOf6, active_clusters(6, 1024, 120 << 10, nothing),
         5 * (18 / 6) + 2 * (16 / 6) + 10 / 6,
         "how many fit into a group of 18, and into that of 10?");
  constexpr int kWarps = kBlocks * kThreads / 32;
  Counters c = count<Listing::kNext>();
  answer("kNextRequests", kNextRequests, c.distributed_requests(), kWarps,
         "how many warps do the four blocks have?");
  answer("kNextSectors", kNextSectors, c.distributed_sectors(), kWarps * 4,
         "how many bytes does one warp read, in a row?");
  c = count<Listing::kApart>();
  answer("kApartSectors", kApartSectors, c.distributed_sectors(), kWarps * 8,
         "how many bytes lie between the first and the last word of a warp?");
  c = count<Listing::kAll>();
  answer("kAllRequests", kAllRequests, c.distributed_requests(), kWarps * (kBlocks - 1),
         "one of the four ranks is the block's own. What is a request?");
  c = count<Listing::kHandOver>();
  answer("kHandOverRequests", kHandOverRequests, c.distributed_requests(), kBlocks - 1,
         "into whose memory does rank 0 store?");
  c = count<Listing::kGather>();
  answer("kGatherRequests", kGatherRequests, c.distributed_requests(), 1,
         "how many warps execute the load?");
  answer("kGatherSectors", kGatherSectors, c.distributed_sectors(), kBlocks - 1,
         "can a sector have words of two blocks? And whose word does lane 0 read?");
  c = count<Listing::kDealt>();
  answer("kDealtSectors", kDealtSectors, c.distributed_sectors(), kWarps * (kBlocks - 1),
         "which words of one other block do the lanes of a warp read?");
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
