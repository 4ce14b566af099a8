// Histograms with more bins than a block has room for. What cluster_histogram and packed_histogram share: how all
// values are read, the way in ranges, and what CUB does.
#pragma once

#include "tutorial.cuh"
#include "tutorial/cub.cuh"

constexpr int kBlock = kCountsInsteadOfTimes ? 256 : 1024;
constexpr int kLoads = 8;                                          // int4 in flight per thread
constexpr int kRoom = kCountsInsteadOfTimes ? 2 << 10 : 56 << 10;  // bins that fit into a block

// Calls add(value) for all values, of which `worker` takes its share.
template <int kThreads = kBlock, class Add>
__device__ void for_each(const int* in, int n, int worker, int workers, const Add& add) {
  const auto* in4 = reinterpret_cast<const int4*>(in);
  const int n4 = n / 4, step = kThreads * kLoads;
  for (int i = worker * step + threadIdx.x; i < n4; i += workers * step) {
    int4 v[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) {
      if (i + k * kThreads < n4) v[k] = in4[i + k * kThreads];
    }
#pragma unroll
    for (int k = 0; k < kLoads; ++k) {
      if (i + k * kThreads < n4) add(v[k].x), add(v[k].y), add(v[k].z), add(v[k].w);
    }
  }
  const int rest = 4 * n4 + threadIdx.x;  // up to 3 values
  if (worker == 0 && rest < n) add(in[rest]);
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

// ways(experiment, run, in, counts, n, bins) calls run(name, launch) for each way to count n values into counters that
// are 0.
template <class Show, class Ways>
bool compare(const std::vector<int>& input, int bins, const std::string& title, const Show& show,
             const Ways& ways) {
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
  show(experiment);
  const char* library = "CUB HistogramEven";
  experiment.compare_with(library, "× CUB");
  const auto verify = [&] { return first_difference_on_device(counts, bins, expected); };
  const auto run = [&](const std::string& name, const auto& launch) {
    poison(counts, bins);
    const auto count = [&] {
      CHECK(cudaMemsetAsync(counts, 0, bins * sizeof(unsigned)));
      launch();
    };
    experiment.run(name, count, verify);
  };
  ways(experiment, run, static_cast<const int*>(in), counts, n, bins);
#ifdef TUTORIAL_RUNS_CUB
  void* scratch = nullptr;
  std::size_t bytes = 0;
  const auto count = [&] {  // the first time it only says how many bytes it needs
    CHECK(cub::DeviceHistogram::HistogramEven(scratch, bytes, in, counts, bins + 1, 0, bins, n));
  };
  count();
  CHECK(cudaMalloc(&scratch, bytes));
  poison(counts, bins);
  experiment.run(library, count, verify);
  CHECK(cudaFree(scratch));
#else
  experiment.skip_library(library);
#endif
  CHECK(cudaFree(in));
  CHECK(cudaFree(counts));
  return experiment.finish();
}

// For uniform and for skewed values, and several numbers of bins. Returns whether all counts were right.
template <class Show, class Ways>
bool compare_histograms(const Options& options, const Show& show, const Ways& ways) {
  const int n = options.size({.cpu = (1 << 14) + 3, .gpu = 1 << 26, .bytes_per_element = 4});
  const int fewest = kCountsInsteadOfTimes ? 1 << 12 : 1 << 15;
  bool ok = true;
  for (int bins = fewest; bins <= (kCountsInsteadOfTimes ? fewest : 4 * fewest); bins *= 2) {
    const std::string title = " values, " + std::to_string(bins) + " bins";
    ok &= compare(random_ints(n, 0, bins - 1), bins, std::to_string(n) + " uniform" + title, show,
                  ways);
    ok &= compare(random_words(n, bins), bins, std::to_string(n) + " skewed" + title, show, ways);
  }
  return ok;
}
