// Chapter 05 · histogram_skewed
//
// The best histogram of histogram.cu, a bank per lane, looks whether the 16 bytes of a load are
// equal, which saves 15 atomics. On a GPU, CUB's DeviceHistogram runs beside it.
//
//   histogram_skewed [--size N]      N bytes, default 2^17+3 on the CPU backend, 2^30 on a GPU
#include <utility>

#include "tutorial.cuh"
#include "tutorial/cub.cuh"

constexpr int kBins = 256;
constexpr int kWarps = 16;  // blocks of 32 × 16: threadIdx.x is the lane, threadIdx.y the warp
constexpr int kBlock = 32 * kWarps;
constexpr int kLoads = 4;                    // loads of 16 bytes that a thread has in flight
constexpr int kTile = 16 * kLoads * kBlock;  // bytes

__device__ int thread_in_block() { return threadIdx.y * 32 + threadIdx.x; }

// Calls add(bin, 1) for each of 16 bytes, or add(bin, 16) if they are equal and that shall be seen.
template <bool kSeeEqual, class Add>
__device__ void count_16(uint4 v, const Add& add) {
  const unsigned swapped = __byte_perm(v.x, v.x, 0x0321);  // its bytes moved on by one
  if (kSeeEqual && ((v.x ^ swapped) | (v.x ^ v.y) | (v.x ^ v.z) | (v.x ^ v.w)) == 0) {
    add(v.x & 0xff, 16u);
    return;
  }
  for (const unsigned word : {v.x, v.y, v.z, v.w}) {
#pragma unroll
    for (int shift = 0; shift < 32; shift += 8) add(word >> shift & 0xff, 1u);
  }
}

// The blocks walk over the input in tiles. A thread loads kLoads times 16 bytes, all of them before
// the first one is counted.
template <bool kSeeEqual, class Add>
__device__ void count_all(const unsigned char* in, int n, const Add& add) {
  const auto* in16 = reinterpret_cast<const uint4*>(in);
  const int n16 = n / 16, tile = kTile / 16;
  for (int i = blockIdx.x * tile + thread_in_block(); i < n16; i += gridDim.x * tile) {
    uint4 v[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) {
      if (i + k * kBlock < n16) v[k] = in16[i + k * kBlock];
    }
#pragma unroll
    for (int k = 0; k < kLoads; ++k) {
      if (i + k * kBlock < n16) count_16<kSeeEqual>(v[k], add);
    }
  }
  const int rest = 16 * n16 + blockIdx.x * kBlock + thread_in_block();  // up to 15 bytes
  if (rest < n && rest < 16 * n16 + 16) add(in[rest], 1u);
}

// 32 copies of each bin: word 32 * bin + lane is in the lane's own bank.
template <bool kSeeEqual>
__global__ void __launch_bounds__(kBlock)
    count_bank_per_lane(const unsigned char* in, unsigned* bins, int n) {
  __shared__ unsigned copies[kBins * 32];
  for (int i = thread_in_block(); i < kBins * 32; i += kBlock) copies[i] = 0;
  __syncthreads();
  unsigned* mine = copies + threadIdx.x;
  count_all<kSeeEqual>(in, n,
                       [&](unsigned bin, unsigned times) { atomicAdd(&mine[32 * bin], times); });
  __syncthreads();
  for (int bin = thread_in_block(); bin < kBins; bin += kBlock) {
    unsigned sum = 0;  // each lane begins with another copy, which is in another bank
    for (int c = 0; c < 32; ++c) sum += copies[32 * bin + (bin + c) % 32];
    if (sum > 0) atomicAdd(&bins[bin], sum);
  }
}

// Random bytes, of which so many percent are 200, and how often each value occurs.
std::vector<unsigned char> random_bytes(int n, int percent, std::vector<unsigned>& counts) {
  std::vector<unsigned char> bytes(n);
  counts.assign(kBins, 0);
  const std::vector<int> numbers = random_ints(n, 0, 100 * kBins - 1);
  for (int i = 0; i < n; ++i) {
    bytes[i] = numbers[i] % 100 < percent ? 200 : numbers[i] / 100;
    ++counts[bytes[i]];
  }
  return bytes;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Count byte values of which many are equal.");
  const int n = options.size({.cpu = (1 << 17) + 3, .gpu = 1 << 30, .bytes_per_element = 2});
  unsigned char* in = nullptr;
  unsigned* bins = nullptr;
  CHECK(cudaMalloc(&in, n));
  CHECK(cudaMalloc(&bins, kBins * sizeof(unsigned)));

  bool ok = true;
  for (const auto& [what, percent] :
       {std::pair{"uniform", 0}, {"90 % equal", 90}, {"all equal", 100}}) {
    std::vector<unsigned> expected;
    const std::vector<unsigned char> input = random_bytes(n, percent, expected);
    CHECK(cudaMemcpy(in, input.data(), n, cudaMemcpyHostToDevice));

    Experiment experiment("Histogram of " + std::to_string(n) + " bytes, " + what, bins, kBins, n);
    experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kOfPeer,
                     Column::kWavefrontsPerAtomic});
    experiment.show_count("shared atomics", "%.0f",
                          [](const Counters& c) { return c.shared_atomic_requests; });
    const char* library = "CUB HistogramEven";
    experiment.compare_with(library, "× CUB");
    experiment.longest_name("a bank per lane, 16 equal at once");
    experiment.before_each([&] { CHECK(cudaMemsetAsync(bins, 0, kBins * sizeof(unsigned))); });
    const auto run = [&](const char* name, auto* kernel) {
      int resident = 0;  // blocks
      CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, kBlock, 0));
      resident *= device_attribute(cudaDevAttrMultiProcessorCount);
      const int grid = std::min(n / kTile + 1, resident);
      experiment.run(
          name, [&] { kernel<<<grid, dim3(32, kWarps)>>>(in, bins, n); }, expected);
    };
    run("a bank per lane", count_bank_per_lane<false>);
    run("a bank per lane, 16 equal at once", count_bank_per_lane<true>);
#ifdef TUTORIAL_RUNS_CUB
    void* scratch = nullptr;
    std::size_t size = 0;
    const auto count = [&] {  // the first time it only says how many bytes it needs
      CHECK(cub::DeviceHistogram::HistogramEven(scratch, size, in, bins, kBins + 1, 0, kBins, n));
    };
    count();
    CHECK(cudaMalloc(&scratch, size));
    experiment.run(library, count, expected);
    CHECK(cudaFree(scratch));
#else
    experiment.skip_library(library);
#endif
    ok &= experiment.finish();
  }

  CHECK(cudaFree(in));
  CHECK(cudaFree(bins));
  return verdict(ok);
}
