// Chapter 11 · cluster_histogram
//
// A histogram with many bins: 2^15, 2^16 and 2^17 counters of 4 bytes are 128, 256 and 512 KiB, and a
// block of an H200 has at most 227 KiB of shared memory. A cluster has room for all of them. So has L2,
// and so have several blocks that read the same values, each counting a range of its own.
//
//   cluster_histogram [--size N]      N values, default 2^14+3 on the CPU backend, 2^26 on a GPU. The
//                                     CPU backend has 2^12 bins, and room for 2^11 in a block
#include <cooperative_groups.h>

#include "histogram.cuh"
#include "tutorial/cluster.cuh"

namespace cg = cooperative_groups;

// All blocks add to one histogram, in L2.
__global__ void __launch_bounds__(kBlock) in_global(const int* in, unsigned* bins, int n) {
  for_each(in, n, blockIdx.x, gridDim.x, [&](int value) { atomicAdd(&bins[value], 1u); });
}

// Each block of a cluster has a range of the bins, and each value is counted in the memory of the block
// that has its bin. Every value is read once. The width is a power of two.
__global__ void __launch_bounds__(kBlock)
    in_clusters(const int* in, unsigned* bins, int n, int all) {
  extern __shared__ unsigned mine[];
  const cg::cluster_group cluster = cg::this_cluster();
  const int width = all / cluster.num_blocks(), first = cluster.block_rank() * width;
  const int bits = __ffs(width) - 1;
  for (int k = threadIdx.x; k < width; k += kBlock) mine[k] = 0;
  cluster.sync();  // all bins are 0
  for_each(in, n, blockIdx.x, gridDim.x, [&](int value) {
    atomicAdd(cluster.map_shared_rank(mine, value >> bits) + (value & (width - 1)), 1u);
  });
  cluster.sync();  // all values have been counted
  for (int k = threadIdx.x; k < width; k += kBlock) {
    if (mine[k] > 0) atomicAdd(&bins[first + k], mine[k]);
  }
}

void show(Experiment& experiment) {
  experiment.show_count("remote atomics", "%.0f", &Counters::distributed_atomic_requests);
  experiment.show_count("sectors each", "%.2f", [](const Counters& c) {
    return c.distributed_atomic_sectors / c.distributed_atomic_requests;
  });
}

template <class Run>
void run_all(Experiment&, const Run& run, const int* in, unsigned* counts, int n, int bins) {
  // As many blocks as can run at a time, a multiple of `group`; the CPU backend does with a few.
  const auto run_kernel = [&](const std::string& name, int cluster, int group, int shared,
                              auto* kernel, auto... more) {
    const int most = kCountsInsteadOfTimes
                         ? std::max(cluster, 6)
                         : active_clusters(cluster, kBlock, shared, kernel) * cluster;
    run(name, [&] {
      launch_in_clusters(cluster, most / group * group, kBlock, shared, kernel, in, counts, n,
                         more...);
    });
  };
  run_kernel("global memory", 1, 1, 0, in_global);
  const int ranges = (bins + kRoom - 1) / kRoom;
  run_kernel(std::to_string(ranges) + (ranges == 1 ? " range" : " ranges"), 1, ranges,
             (bins + ranges - 1) / ranges * sizeof(unsigned), in_ranges, bins, ranges);
  for (const int size : {2, 4, 8, 16}) {
    if (bins / size > kRoom) continue;
    run_kernel("a cluster of " + std::to_string(size), size, size, bins / size * sizeof(unsigned),
               in_clusters, bins);
  }
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Count values into more bins than a block has room for.");
  require_compute_capability(9, 0);
  return verdict(compare_histograms(options, show, [](auto&&... all) { run_all(all...); }));
}
