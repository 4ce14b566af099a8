// Chapter 05 · histogram_private
//
// A histogram for every thread, which needs no atomics: 256 counters of one byte each. A block of
// 256 threads has room for them, 64 KiB, and empties them before one can overflow.
//
//   histogram_private [--size N]      N bytes, default 2^17+3 on the CPU backend, 2^30 on a GPU
#include <utility>

#include "tutorial.cuh"

constexpr int kBins = 256;
constexpr int kLoads = 5, kRounds = 3;           // of 16 bytes, for each thread
constexpr int kTile = kBins * kLoads * kRounds;  // loads that a block makes before it empties
static_assert(16 * kLoads * kRounds < 256);

// Calls add(bin) for each of 16 bytes.
template <class Add>
__device__ void count_16(uint4 v, const Add& add) {
  for (const unsigned word : {v.x, v.y, v.z, v.w}) {
#pragma unroll
    for (int shift = 0; shift < 32; shift += 8) add(word >> shift & 0xff);
  }
}

// Loads kLoads times 16 bytes, all of them before the first one is counted.
template <class Add>
__device__ void count_16s(const uint4* in16, int i, int n16, const Add& add) {
  uint4 v[kLoads];
#pragma unroll
  for (int k = 0; k < kLoads; ++k) {
    if (i + k * kBins < n16) v[k] = in16[i + k * kBins];
  }
#pragma unroll
  for (int k = 0; k < kLoads; ++k) {
    if (i + k * kBins < n16) count_16(v[k], add);
  }
}

// Thread t counts in byte t / 32 % 4 of words in bank t % 32, where no other thread writes. Then it
// empties the counters of bin t.
__global__ void __launch_bounds__(kBins)
    count_private(const unsigned char* in, unsigned* bins, int n) {
  constexpr int kWords = kBins / 4;       // one bin's counters
  extern __shared__ unsigned counters[];  // kWords × kBins
  const int t = threadIdx.x;
  auto* mine = reinterpret_cast<unsigned char*>(counters + t / 128 * 32 + t % 32) + t / 32 % 4;
  for (int i = t; i < kWords * kBins; i += kBins) counters[i] = 0;
  __syncthreads();

  const auto* in16 = reinterpret_cast<const uint4*>(in);
  const int n16 = n / 16;
  unsigned sum = 0;
  for (int first = blockIdx.x * kTile; first < n16; first += gridDim.x * kTile) {
    for (int i = first + t; i < first + kTile; i += kBins * kLoads) {
      count_16s(in16, i, n16, [&](unsigned bin) { ++mine[bin * kBins]; });
    }
    __syncthreads();
    for (int w = 0; w < kWords; ++w) {  // each lane begins in another bank
      unsigned& four = counters[t * kWords + (t + w) % kWords];
      sum = __dp4a(four, 0x01010101u, sum);  // adds the four bytes
      four = 0;
    }
    __syncthreads();
  }
  if (sum > 0) atomicAdd(&bins[t], sum);
  const int rest = 16 * n16 + blockIdx.x * kBins + t;  // up to 15 bytes
  if (rest < n && rest < 16 * n16 + 16) atomicAdd(&bins[in[rest]], 1u);
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
  const Options options(argc, argv, "Count byte values, each thread for itself.");
  const int n = options.size({.cpu = (1 << 17) + 3, .gpu = 1 << 30, .bytes_per_element = 2});
  unsigned char* in = nullptr;
  unsigned* bins = nullptr;
  CHECK(cudaMalloc(&in, n));
  CHECK(cudaMalloc(&bins, kBins * sizeof(unsigned)));

  constexpr int kShared = kBins * kBins;  // bytes
  CHECK(cudaFuncSetAttribute(count_private, cudaFuncAttributeMaxDynamicSharedMemorySize, kShared));
  int resident = 0;  // blocks
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, count_private, kBins, kShared));
  resident *= device_attribute(cudaDevAttrMultiProcessorCount);
  const int grid = std::min(n / (16 * kTile) + 1, resident);

  bool ok = true;
  for (const auto& [what, percent] : {std::pair{"uniform", 0}, {"all equal", 100}}) {
    std::vector<unsigned> expected;
    const std::vector<unsigned char> input = random_bytes(n, percent, expected);
    CHECK(cudaMemcpy(in, input.data(), n, cudaMemcpyHostToDevice));

    Experiment experiment("Histogram of " + std::to_string(n) + " bytes, " + what, bins, kBins, n);
    experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kBankConflicts});
    experiment.show_count("shared requests", "%.0f",
                          [](const Counters& c) { return c.shared_requests(); });
    experiment.before_each([&] { CHECK(cudaMemsetAsync(bins, 0, kBins * sizeof(unsigned))); });
    experiment.run(
        "a byte per thread, no atomics",
        [&] { count_private<<<grid, kBins, kShared>>>(in, bins, n); }, expected);
    ok &= experiment.finish();
  }

  CHECK(cudaFree(in));
  CHECK(cudaFree(bins));
  return verdict(ok);
}
