// Chapter 11 · cluster_histogram
//
// A histogram with many bins: 2^15, 2^16 and 2^17 counters of 4 bytes are 128, 256 and 512 KiB, and an
// H200's block has at most 227 KiB of shared memory.
//
//   cluster_histogram [--size N]      N values, default 2^16+3 on the CPU backend, 2^26 on a GPU
#if __has_include(<cub/cub.cuh>)
#include <cub/cub.cuh>
#endif

#include "tutorial.cuh"

constexpr int kBlock = 1024;

// The whole device adds to one histogram, in L2.
__global__ void __launch_bounds__(kBlock) count_global(const int* in, unsigned* bins, int n) {
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock) {
    atomicAdd(&bins[in[i]], 1u);
  }
}

// The inputs are fixed: all values equally frequent, or as words in a text, where the k-th most
// frequent one is 1/k as frequent as the first. Frequent values are not neighbours.
std::vector<int> input_of(int n, int bins, bool is_skewed) {
  if (!is_skewed) return random_ints(n, 0, bins - 1);
  std::vector<int> values(n);
  const std::vector<float> exponents = random_floats(n, 0, std::log2(bins + 1.0f));
  for (int i = 0; i < n; ++i) {
    const int k = std::min(static_cast<int>(std::exp2(exponents[i])) - 1, bins - 1);
    values[i] = static_cast<int>((40503u * k + 12345u) % bins);
  }
  return values;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Count values into more bins than a block has room for.");
  const int n = options.size({.cpu = (1 << 16) + 3, .gpu = 1 << 26, .bytes_per_element = 4});
  bool ok = true;
  for (const int bins : {1 << 15, 1 << 16, 1 << 17}) {
    for (const bool is_skewed : {false, true}) {
      const std::vector<int> input = input_of(n, bins, is_skewed);
      std::vector<unsigned> expected(bins);
      for (const int value : input) ++expected[value];
      int* in = nullptr;
      unsigned* counts = nullptr;
      CHECK(cudaMalloc(&in, n * sizeof(int)));
      CHECK(cudaMalloc(&counts, bins * sizeof(unsigned)));
      CHECK(cudaMemcpy(in, input.data(), n * sizeof(int), cudaMemcpyHostToDevice));
      Experiment experiment(std::to_string(n) + " values, " +
                                (is_skewed ? "skewed, " : "uniform, ") + std::to_string(bins) +
                                " bins",
                            4.0 * n);
      experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kOfPeer});
      const char* library = "CUB HistogramEven";
      experiment.compare_with(library, "× CUB");
      const auto run = [&](const char* name, const auto& launch) {
        poison(counts, bins);
        experiment.run(name, launch,
                       [&] { return first_difference_on_device(counts, bins, expected); });
      };
      const int grid = 2 * device_attribute(cudaDevAttrMultiProcessorCount);
      run("global atomics", [&] {
        CHECK(cudaMemsetAsync(counts, 0, bins * sizeof(unsigned)));
        count_global<<<grid, kBlock>>>(in, counts, n);
      });
#ifdef CUB_VERSION
      void* scratch = nullptr;
      std::size_t bytes = 0;
      const auto count = [&] {  // the first time it only says how many bytes it needs
        CHECK(
            cub::DeviceHistogram::HistogramEven(scratch, bytes, in, counts, bins + 1, 0, bins, n));
      };
      count();
      CHECK(cudaMalloc(&scratch, bytes));
      run(library, count);
      CHECK(cudaFree(scratch));
#else
      experiment.skip_library(library);
#endif
      ok &= experiment.finish();
      CHECK(cudaFree(in));
      CHECK(cudaFree(counts));
    }
  }
  return verdict(ok);
}
