// Chapter 05 · histogram
//
// How often does each byte value occur? 256 sums at once, and the data decide which lanes of a warp
// want to add to the same one. Copies of the histogram keep threads out of each other's way: one
// per block, per warp, per lane, per thread.
//
//   histogram [--size N]      N bytes, default 2^17+3 on the CPU backend, 2^30 on a GPU
#if __has_include(<cub/cub.cuh>)
#include <cub/cub.cuh>
#endif

#include <functional>
#include <utility>

#include "tutorial.cuh"

constexpr int kBins = 256;
constexpr int kWarps = 16;  // blocks of 32 × 16: threadIdx.x is the lane, threadIdx.y the warp
constexpr int kBlock = 32 * kWarps;
constexpr int kLoads = 4;                    // loads of 16 bytes that a thread has on their way
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

// Loads kCount times 16 bytes, all of them before the first one is counted.
template <int kCount, int kStride, bool kSeeEqual, class Add>
__device__ void count_16s(const uint4* in16, int i, int n16, const Add& add) {
  uint4 v[kCount];
#pragma unroll
  for (int k = 0; k < kCount; ++k) {
    if (i + k * kStride < n16) v[k] = in16[i + k * kStride];
  }
#pragma unroll
  for (int k = 0; k < kCount; ++k) {
    if (i + k * kStride < n16) count_16<kSeeEqual>(v[k], add);
  }
}

// The blocks walk over the input in tiles.
template <bool kSeeEqual, class Add>
__device__ void count_all(const unsigned char* in, int n, const Add& add) {
  const auto* in16 = reinterpret_cast<const uint4*>(in);
  const int n16 = n / 16, tile = kTile / 16;
  for (int i = blockIdx.x * tile + thread_in_block(); i < n16; i += gridDim.x * tile) {
    count_16s<kLoads, kBlock, kSeeEqual>(in16, i, n16, add);
  }
  const int rest = 16 * n16 + blockIdx.x * kBlock + thread_in_block();  // up to 15 bytes
  if (rest < n && rest < 16 * n16 + 16) add(in[rest], 1u);
}

// All threads of the grid add to one histogram: lanes with equal bytes take turns, and so do all
// the warps of the device.
__global__ void __launch_bounds__(kBlock)
    count_global(const unsigned char* in, unsigned* bins, int n) {
  count_all<false>(in, n, [&](unsigned bin, unsigned times) { atomicAdd(&bins[bin], times); });
}

// kCopies histograms in shared memory, which are added up at the end. Element `bin` of copy c is at
// [bin * kBinStride + c * kCopyStride]: copy after copy with strides 1 and kBins; with strides
// kCopies and 1 the copies of one bin are neighbours, and copy c of 32 has bank c for itself.
template <int kCopies, int kBinStride, int kCopyStride, bool kSeeEqual = false>
__global__ void __launch_bounds__(kBlock)
    count_shared(const unsigned char* in, unsigned* bins, int n) {
  __shared__ unsigned copies[kBins * kCopies];
  for (int i = thread_in_block(); i < kBins * kCopies; i += kBlock) copies[i] = 0;
  __syncthreads();
  const int copy = kCopies == 32 ? threadIdx.x : threadIdx.y % kCopies;
  unsigned* mine = copies + copy * kCopyStride;
  count_all<kSeeEqual>(
      in, n, [&](unsigned bin, unsigned times) { atomicAdd(&mine[bin * kBinStride], times); });
  __syncthreads();
  for (int bin = thread_in_block(); bin < kBins; bin += kBlock) {
    unsigned sum = 0;  // each lane begins with another copy, which is in another bank
    for (int c = 0; c < kCopies; ++c) {
      sum += copies[bin * kBinStride + (bin + c) % kCopies * kCopyStride];
    }
    if (sum > 0) atomicAdd(&bins[bin], sum);
  }
}

// A histogram for every thread, without atomics: nobody else writes there. There is room for it
// because a counter has one byte; it is emptied before it can have seen 256 bytes. Thread t has
// byte t / 32 % 4 of a word in bank t % 32. Thread t also empties the counters of bin t.
template <int kCount, int kRounds>
__global__ void __launch_bounds__(kBins)
    count_private(const unsigned char* in, unsigned* bins, int n) {
  static_assert(16 * kCount * kRounds < 256);
  constexpr int kWords = kBins / 4;       // one bin's counters
  extern __shared__ unsigned counters[];  // kWords × kBins
  const int t = threadIdx.x;
  auto* mine = reinterpret_cast<unsigned char*>(counters + t / 128 * 32 + t % 32) + t / 32 % 4;
  for (int i = t; i < kWords * kBins; i += kBins) counters[i] = 0;
  __syncthreads();

  const auto* in16 = reinterpret_cast<const uint4*>(in);
  const int n16 = n / 16, tile = kBins * kCount * kRounds;
  unsigned sum = 0;
  for (int first = blockIdx.x * tile; first < n16; first += gridDim.x * tile) {
    for (int i = first + t; i < first + tile; i += kBins * kCount) {
      count_16s<kCount, kBins, false>(
          in16, i, n16, [&](unsigned bin, unsigned times) { mine[bin * kBins] += times; });
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

int main(int argc, char** argv) {
  const Options options(argc, argv, "Count byte values, with ever more copies of the histogram.");
  const int n = options.size({.cpu = (1 << 17) + 3, .gpu = 1 << 30, .bytes_per_element = 2});
  unsigned char* in = nullptr;
  unsigned* bins = nullptr;
  CHECK(cudaMalloc(&in, n));
  CHECK(cudaMalloc(&bins, kBins * sizeof(unsigned)));

  const auto launch = [&](auto kernel, dim3 block, int shared, int tile_bytes) {
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
    const int threads = block.x * block.y;
    int resident = 0;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, threads, shared));
    const int grid =
        std::min(n / tile_bytes + 1, resident * device_attribute(cudaDevAttrMultiProcessorCount));
    return std::function<void()>([=] {
      CHECK(cudaMemsetAsync(bins, 0, kBins * sizeof(unsigned)));
      kernel<<<grid, block, shared>>>(in, bins, n);
    });
  };
  const dim3 block(32, kWarps);
  const std::vector<std::pair<const char*, std::function<void()>>> variants = {
      {"global memory", launch(count_global, block, 0, kTile)},
      {"a copy per block", launch(count_shared<1, 1, 0>, block, 0, kTile)},
      {"a copy per warp", launch(count_shared<16, 1, kBins>, block, 0, kTile)},
      {"a copy per lane", launch(count_shared<32, 1, kBins>, block, 0, kTile)},
      {"a bank per lane", launch(count_shared<32, 32, 1>, block, 0, kTile)},
      {"a bank per lane, 16 equal at once", launch(count_shared<32, 32, 1, true>, block, 0, kTile)},
      {"a byte per thread, no atomics",
       launch(count_private<5, 3>, kBins, kBins * kBins, kBins * 15 * 16)}};

  bool ok = true;
  for (const auto& [what, percent] :
       {std::pair{"uniform", 0}, {"90 % equal", 90}, {"all equal", 100}}) {
    std::vector<unsigned char> input(n);
    std::vector<unsigned> expected(kBins);
    const std::vector<int> numbers = random_ints(n, 0, 100 * kBins - 1);
    for (int i = 0; i < n; ++i) {
      input[i] = numbers[i] % 100 < percent ? 200 : numbers[i] / 100;
      ++expected[input[i]];
    }
    CHECK(cudaMemcpy(in, input.data(), n, cudaMemcpyHostToDevice));

    Experiment experiment("Histogram of " + std::to_string(n) + " bytes, " + what, n);
    experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kOfPeer,
                     Column::kSectorsPerAtomic, Column::kWavefrontsPerAtomic,
                     Column::kBankConflicts});
    const char* library = "CUB HistogramEven";
    experiment.compare_with(library, "× CUB");
    experiment.longest_name("a bank per lane, 16 equal at once");
    const auto run = [&](const char* name, const auto& launch_once) {
      poison(bins, kBins);
      experiment.run(name, launch_once,
                     [&] { return first_difference_on_device(bins, kBins, expected); });
    };
    for (const auto& [name, launch_once] : variants) run(name, launch_once);
#ifdef CUB_VERSION
    void* scratch = nullptr;
    std::size_t bytes = 0;
    const auto count = [&] {  // the first time it only says how many bytes it needs
      CHECK(cub::DeviceHistogram::HistogramEven(scratch, bytes, in, bins, kBins + 1, 0, kBins, n));
    };
    count();
    CHECK(cudaMalloc(&scratch, bytes));
    run(library, count);
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
