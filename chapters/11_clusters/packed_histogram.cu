// Chapter 11 · packed_histogram
//
// The histogram of cluster_histogram without clusters: counters that are packed, two or three in a
// word, need less shared memory, and no value has to be read twice.
//
//   packed_histogram [--size N]      as cluster_histogram
#if __has_include(<cub/cub.cuh>)
#include <cub/cub.cuh>
#endif

#include "tutorial.cuh"

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

// kFields counters in a word: two of 16 bits, or three of 10. None overflows, for any input: a thread
// whose addition makes it kMove moves them to global memory, and one that sees 2 × kMove - 1 or more
// takes its addition back. A thread waits for the answer before it adds the next one, so there are never
// more than kThreads additions beyond that.
template <int kFields, int kThreads>
__global__ void __launch_bounds__(kThreads)
    in_packed(const int* in, unsigned* bins, int n, int all) {
  extern __shared__ unsigned words[];
  constexpr unsigned kBits = 32 / kFields, kMask = (1u << kBits) - 1;
  constexpr unsigned kMove = kFields == 2 ? 16384 : 128;
  static_assert(2 * kMove - 1 + kThreads <= kMask);
  const int width = (all + kFields - 1) / kFields;
  for (int k = threadIdx.x; k < width; k += kThreads) words[k] = 0;
  __syncthreads();
  for_each<kThreads>(in, n, blockIdx.x, gridDim.x, [&](int value) {
    const int field = (value >= width) + (kFields == 3 && value >= 2 * width);
    unsigned& word = words[value - field * width];
    const unsigned before = atomicAdd(&word, 1u << field * kBits) >> field * kBits & kMask;
    const unsigned moved = before == kMove - 1 ? kMove : before >= 2 * kMove - 1 ? 1 : 0;
    if (moved > 0) {
      atomicSub(&word, moved << field * kBits);
      atomicAdd(&bins[value], moved);
    }
  });
  __syncthreads();
  for (int k = threadIdx.x; k < all; k += kThreads) {
    const unsigned count = words[k % width] >> k / width * kBits & kMask;
    if (count > 0) atomicAdd(&bins[k], count);
  }
}

// As many blocks as can run at a time; the CPU backend does with a few.
template <class Kernel>
int grid_for(Kernel* kernel, int threads, int shared) {
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  int resident = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, threads, shared));
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
  experiment.show_count("shared atomics", "%.0f", &Counters::shared_atomic_requests);
  experiment.show_count("global atomics", "%.0f", &Counters::global_atomic_requests);
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
  const int ranges = (bins + kRoom - 1) / kRoom;
  const int of_range = (bins + ranges - 1) / ranges * sizeof(unsigned);
  run(std::to_string(ranges) + (ranges == 1 ? " range" : " ranges"), [&] {
    const int grid = grid_for(in_ranges, kBlock, of_range) / ranges * ranges;
    in_ranges<<<grid, kBlock, of_range>>>(in, counts, n, bins, ranges);
  });
  const auto run_packed = [&](const char* name, auto* kernel, int threads, int words) {
    const int shared = words * static_cast<int>(sizeof(unsigned));
    if (words > kRoom) return experiment.skip(name, "too many bins");
    run(name, [&] {
      kernel<<<grid_for(kernel, threads, shared), threads, shared>>>(in, counts, n, bins);
    });
  };
  run_packed("16 bits per counter", in_packed<2, kBlock>, kBlock, bins / 2);
  constexpr int kFewer = kBlock / 4 * 3;
  run_packed("10 bits per counter", in_packed<3, kFewer>, kFewer, (bins + 2) / 3);
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
