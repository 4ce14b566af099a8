// Chapter 11 · cluster_histogram
//
// A histogram with many bins: 2^15, 2^16 and 2^17 counters of 4 bytes are 128, 256 and 512 KiB, and a
// block of an H200 has at most 227 KiB of shared memory. A cluster has room for all of them. So has L2,
// and so have several blocks that read the same values, each counting a range of its own.
//
//   cluster_histogram [--size N]      N values, default 2^14+3 on the CPU backend, 2^26 on a GPU. The
//                                     CPU backend has 2^12 bins, and room for 2^11 in a block
#if __has_include(<cub/cub.cuh>)
#include <cub/cub.cuh>
#endif
#include <cooperative_groups.h>

#include "tutorial.cuh"
#include "tutorial/cluster.cuh"

namespace cg = cooperative_groups;

constexpr int kBlock = kCountsInsteadOfTimes ? 256 : 1024;
constexpr int kLoads = 8;                                          // int4 in flight per thread
constexpr int kRoom = kCountsInsteadOfTimes ? 2 << 10 : 56 << 10;  // bins that fit into a block

// Calls add(value) for all values, of which `worker` takes its share.
template <class Add>
__device__ void for_each(const int* in, int n, int worker, int workers, const Add& add) {
  const auto* in4 = reinterpret_cast<const int4*>(in);
  const int n4 = n / 4, step = kBlock * kLoads;
  for (int i = worker * step + threadIdx.x; i < n4; i += workers * step) {
    int4 v[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) {
      if (i + k * kBlock < n4) v[k] = in4[i + k * kBlock];
    }
#pragma unroll
    for (int k = 0; k < kLoads; ++k) {
      if (i + k * kBlock < n4) add(v[k].x), add(v[k].y), add(v[k].z), add(v[k].w);
    }
  }
  const int rest = 4 * n4 + threadIdx.x;  // up to 3 values
  if (worker == 0 && rest < n) add(in[rest]);
}

// All blocks add to one histogram, in L2.
__global__ void __launch_bounds__(kBlock) in_global(const int* in, unsigned* bins, int n) {
  for_each(in, n, blockIdx.x, gridDim.x, [&](int value) { atomicAdd(&bins[value], 1u); });
}

// `ranges` neighbouring blocks read the same values, and each counts those of its range. The values
// come from memory once: the other blocks find them in L2.
__global__ void __launch_bounds__(kBlock)
    in_ranges(const int* in, unsigned* bins, int n, int all, int ranges) {
  extern __shared__ unsigned mine[];
  const int width = (all + ranges - 1) / ranges, first = blockIdx.x % ranges * width;
  for (int k = threadIdx.x; k < width; k += kBlock) mine[k] = 0;
  __syncthreads();
  for_each(in, n, blockIdx.x / ranges, gridDim.x / ranges, [&](int value) {
    const unsigned k = value - first;
    if (k < static_cast<unsigned>(width)) atomicAdd(&mine[k], 1u);
  });
  __syncthreads();
  for (int k = threadIdx.x; k < width && first + k < all; k += kBlock) {
    if (mine[k] > 0) atomicAdd(&bins[first + k], mine[k]);
  }
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

// As many blocks as can run at a time; the CPU backend does with a few.
template <class Kernel>
int grid_for(Kernel* kernel, int shared) {
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  int resident = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, kBlock, shared));
  return resident * (kCountsInsteadOfTimes ? 6 : device_attribute(cudaDevAttrMultiProcessorCount));
}

bool compare(const std::vector<int>& input, int bins, const std::string& title) {
  const int n = static_cast<int>(input.size());
  std::vector<unsigned> expected(bins);
  for (const int value : input) ++expected[value];
  int* in = nullptr;
  unsigned* counts = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(int)));
  CHECK(cudaMalloc(&counts, bins * sizeof(unsigned)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  Experiment experiment(title, 4.0 * n);
  experiment.show({Column::kTime, Column::kOfCopy, Column::kOfPeer, Column::kLoadRequests});
  experiment.show_count("remote atomics", "%.0f", &Counters::distributed_atomic_requests);
  experiment.show_count("sectors each", "%.2f", [](const Counters& c) {
    return c.distributed_atomic_sectors / c.distributed_atomic_requests;
  });
  const char* library = "CUB HistogramEven";
  experiment.compare_with(library, "× CUB");
  const auto run = [&](const std::string& name, const auto& launch) {
    poison(counts, bins);
    experiment.run(
        name,
        [&] {
          CHECK(cudaMemsetAsync(counts, 0, bins * sizeof(unsigned)));
          launch();
        },
        [&] { return first_difference_on_device(counts, bins, expected); });
  };
  run("global memory", [&] { in_global<<<grid_for(in_global, 0), kBlock>>>(in, counts, n); });
  const int ranges = (bins + kRoom - 1) / kRoom;
  const int of_range = (bins + ranges - 1) / ranges * sizeof(unsigned);
  run(std::to_string(ranges) + (ranges == 1 ? " range" : " ranges"), [&] {
    const int grid = grid_for(in_ranges, of_range) / ranges * ranges;
    in_ranges<<<grid, kBlock, of_range>>>(in, counts, n, bins, ranges);
  });
  for (const int size : {2, 4, 8, 16}) {
    if (bins / size > kRoom) continue;
    const int shared = bins / size * sizeof(unsigned);
    run("a cluster of " + std::to_string(size), [&] {
      const int clusters =
          kCountsInsteadOfTimes ? 1 : active_clusters(size, kBlock, shared, in_clusters);
      launch_in_clusters(size, clusters * size, kBlock, shared, in_clusters,
                         static_cast<const int*>(in), counts, n, bins);
    });
  }
#ifdef CUB_VERSION
  void* scratch = nullptr;
  std::size_t bytes = 0;
  const auto count = [&] {  // the first time it only says how many bytes it needs
    CHECK(cub::DeviceHistogram::HistogramEven(scratch, bytes, in, counts, bins + 1, 0, bins, n));
  };
  count();
  CHECK(cudaMalloc(&scratch, bytes));
  run(library, count);
  CHECK(cudaFree(scratch));
#else
  experiment.skip_library(library);
#endif
  CHECK(cudaFree(in));
  CHECK(cudaFree(counts));
  return experiment.finish();
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Count values into more bins than a block has room for.");
  require_compute_capability(9, 0);
  const int n = options.size({.cpu = (1 << 14) + 3, .gpu = 1 << 26, .bytes_per_element = 4});
  const std::vector<int> bin_counts = kCountsInsteadOfTimes
                                          ? std::vector<int>{1 << 12}
                                          : std::vector<int>{1 << 15, 1 << 16, 1 << 17};
  bool ok = true;
  for (const int bins : bin_counts) {
    for (const bool is_skewed : {false, true}) {
      ok &= compare(is_skewed ? random_words(n, bins) : random_ints(n, 0, bins - 1), bins,
                    std::to_string(n) + (is_skewed ? " skewed values, " : " uniform values, ") +
                        std::to_string(bins) + " bins");
    }
  }
  return verdict(ok);
}
