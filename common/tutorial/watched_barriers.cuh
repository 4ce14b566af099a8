/// @file
/// @ingroup tutorial
/// For the check of an exercise with clusters: included in front of SUBMISSION, it counts for each block
/// how often it waits at the barrier of its cluster. A barrier that is missing at the end of a kernel
/// goes unnoticed as long as the other blocks are fast enough; the count is the same in every run. Needs -rdc=true.
#pragma once

#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

#include "tutorial/check.cuh"

namespace clusters {

inline constexpr int kMostBlocks = 4096;  ///< of a launch that is counted

inline __constant__ bool
    counts_barriers;  // otherwise nothing is counted, so the counters stay as they are
inline __device__ int barriers[kMostBlocks];

__device__ inline void count_barrier() {
  const bool is_first = threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0;
  if (counts_barriers && is_first) {
    ++barriers[(blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x];
  }
}

/// How often the blocks wait at the barrier of their cluster in what `launch` launches.
/// @return for each of its `blocks` blocks, in the order of their indices
template <class Launch>
std::vector<int> count_barriers(int blocks, const Launch& launch) {
  std::vector<int> counts(kMostBlocks);
  bool counting = true;
  CHECK(cudaMemcpyToSymbol(barriers, counts.data(), sizeof barriers));
  CHECK(cudaMemcpyToSymbol(counts_barriers, &counting, sizeof counting));
  launch();
  CHECK(cudaDeviceSynchronize());
  counting = false;
  CHECK(cudaMemcpyToSymbol(counts_barriers, &counting, sizeof counting));
  CHECK(cudaMemcpyFromSymbol(counts.data(), barriers, sizeof barriers));
  counts.resize(std::min(blocks, kMostBlocks));
  return counts;
}

}  // namespace clusters

namespace cooperative_groups {

/// A cluster_group that counts. Its functions are inlined, so that reports name the lines that call them.
struct WatchedCluster : cluster_group {
  __device__ explicit WatchedCluster(const cluster_group& group) : cluster_group(group) {}
  __device__ __forceinline__ void sync() const {
    cluster_group::sync();
    clusters::count_barrier();
  }
  template <class... Token>
  __device__ __forceinline__ void barrier_wait(Token&&... token) const {
    cluster_group::barrier_wait(static_cast<Token&&>(token)...);
    clusters::count_barrier();
  }
};

__device__ inline WatchedCluster watched_cluster() { return WatchedCluster(this_cluster()); }

}  // namespace cooperative_groups

#define cluster_group WatchedCluster
#define this_cluster() watched_cluster()
