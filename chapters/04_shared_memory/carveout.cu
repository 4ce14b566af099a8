// Chapter 04 · carveout
//
// L1 and shared memory are one memory, and a kernel can say which share of it should be shared memory: the
// carve-out. The kernel here wants both: each of its blocks has 16 KiB of shared memory, and looks up numbers in
// a table that L1 can keep if it is large enough.
//
//   carveout [--size N]      N look-ups, default 2^14 on the CPU backend, 2^26 on a GPU
#include "tutorial.cuh"

constexpr int kBlock = 256, kPerThread = 16;
constexpr int kShared = 16 * 1024;
constexpr int kTables[] = {64 * 1024, 128 * 1024};  // bytes, powers of two

// Where in a table of `bytes` bytes look-up i finds its number: anywhere.
__host__ __device__ unsigned place(unsigned i, unsigned bytes) {
  return i * 2654435761u >> 8 & (bytes / sizeof(int) - 1);
}

// Each thread looks up 16 numbers, one after the other, and a block turns the order of its sums round.
__global__ void look_up(const int* table, unsigned bytes, int* out, int n) {
  extern __shared__ int sums[];
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  int sum = 0;
  for (int k = 0; k < kPerThread; ++k) {
    const long long lookup = 1LL * k * gridDim.x * kBlock + i;
    if (lookup < n) sum += table[place(static_cast<unsigned>(lookup) + sum % 2, bytes)];
  }
  sums[t] = sum;
  __syncthreads();
  out[i] = sums[kBlock - 1 - t];
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Divide a memory into L1 and shared memory.");
  const int n = options.size({.cpu = 1 << 14, .gpu = 1 << 26, .bytes_per_element = 1});
  const int blocks = (n - 1) / (kBlock * kPerThread) + 1, threads = blocks * kBlock;
  const std::vector<int> host_table = random_ints(kTables[1] / sizeof(int), 0, 1000);
  std::vector<int> expected[2];
  for (int k = 0; k < 2; ++k) {
    expected[k].resize(threads);
    for (int i = 0; i < threads; ++i) {
      int sum = 0;
      for (long long lookup = i; lookup < n; lookup += threads) {
        sum += host_table[place(static_cast<unsigned>(lookup) + sum % 2, kTables[k])];
      }
      expected[k][i / kBlock * kBlock + kBlock - 1 - i % kBlock] = sum;
    }
  }
  int *table = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&table, kTables[1]));
  CHECK(cudaMalloc(&out, threads * sizeof(int)));
  CHECK(cudaMemcpy(table, host_table.data(), kTables[1], cudaMemcpyHostToDevice));

  const int all = device_attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  bool passed = true;
  Table results({"carve-out", "shared memory", "blocks per SM, says CUDA",
                 timed("64 KiB table, µs"), timed("128 KiB table, µs")});
  // -1: the driver decides, by what the resident blocks need. Other values are percent of the most.
  for (const int percent : {-1, 0, 10, 25, 50, 75, 100}) {
    CHECK(cudaFuncSetAttribute(look_up, cudaFuncAttributePreferredSharedMemoryCarveout, percent));
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, look_up));
    const int told = attributes.preferredShmemCarveout;
    int resident = 0;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, look_up, kBlock, kShared));
    std::vector<std::string> row = {told < 0 ? "the driver's choice" : figure("%.0f %%", told),
                                    told < 0 ? "" : figure("%.1f KiB", told / 100.0 * all / 1024),
                                    std::to_string(resident)};
    for (int k = 0; k < 2; ++k) {
      poison(out, threads);
      std::vector<double> times;
      EventTimer timer;
      for (int run = 0; run < (has_times() ? 20 : 1); ++run) {
        timer.start();
        look_up<<<blocks, kBlock, kShared>>>(table, kTables[k], out, n);
        CHECK_LAST();
        times.push_back(timer.stop());
      }
      row.push_back(figure("%.1f", 1e3 * median(times)));
      const std::string wrong = first_difference_on_device(out, threads, expected[k]);
      if (!wrong.empty()) std::fprintf(stderr, "%d %%, %s\n", percent, wrong.c_str());
      passed &= wrong.empty();
    }
    results.add(row);
    passed &= told == percent;
  }
  results.print();

  CHECK(cudaFree(table));
  CHECK(cudaFree(out));
  return verdict(passed);
}
