// Chapter 05 · histogram
//
// How often does each byte value occur? 256 sums at once, and the data decide which lanes of a warp
// want to add to the same one. The remedy: copies of the histogram, per block, per warp, per lane.
//
//   histogram [--size N]      N bytes, default 2^17+3 on the CPU backend, 2^30 on a GPU
#include <utility>

#include "tutorial.cuh"

constexpr int kBins = 256;
constexpr int kWarps = 16;  // blocks of 32 × 16: threadIdx.x is the lane, threadIdx.y the warp
constexpr int kBlock = 32 * kWarps;
constexpr int kLoads = 4;                    // loads of 16 bytes that a thread has in flight
constexpr int kTile = 16 * kLoads * kBlock;  // bytes

__device__ int thread_in_block() { return threadIdx.y * 32 + threadIdx.x; }

// Calls add(bin) for each of 16 bytes.
template <class Add>
__device__ void count_16(uint4 v, const Add& add) {
  for (const unsigned word : {v.x, v.y, v.z, v.w}) {
#pragma unroll
    for (int shift = 0; shift < 32; shift += 8) add(word >> shift & 0xff);
  }
}

// The blocks walk over the input in tiles. A thread loads kLoads times 16 bytes, all of them before
// the first one is counted.
template <class Add>
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
      if (i + k * kBlock < n16) count_16(v[k], add);
    }
  }
  const int rest = 16 * n16 + blockIdx.x * kBlock + thread_in_block();  // up to 15 bytes
  if (rest < n && rest < 16 * n16 + 16) add(in[rest]);
}

// All threads of the grid add to one histogram in global memory.
__global__ void __launch_bounds__(kBlock)
    count_global(const unsigned char* in, unsigned* bins, int n) {
  count_all(in, n, [&](unsigned bin) { atomicAdd(&bins[bin], 1u); });
}

// kCopies histograms in shared memory, which are added up at the end. Element `bin` of copy c is at
// [bin * kBinStride + c * kCopyStride]: copy after copy with strides 1 and kBins; with strides
// kCopies and 1 the copies of one bin are neighbours, and copy c of 32 has bank c for itself.
template <int kCopies, int kBinStride, int kCopyStride>
__global__ void __launch_bounds__(kBlock)
    count_shared(const unsigned char* in, unsigned* bins, int n) {
  __shared__ unsigned copies[kBins * kCopies];
  for (int i = thread_in_block(); i < kBins * kCopies; i += kBlock) copies[i] = 0;
  __syncthreads();
  const int copy = kCopies == 32 ? threadIdx.x : threadIdx.y % kCopies;
  unsigned* mine = copies + copy * kCopyStride;
  count_all(in, n, [&](unsigned bin) { atomicAdd(&mine[bin * kBinStride], 1u); });
  __syncthreads();
  for (int bin = thread_in_block(); bin < kBins; bin += kBlock) {
    unsigned sum = 0;  // each lane begins with another copy, which is in another bank
    for (int c = 0; c < kCopies; ++c) {
      sum += copies[bin * kBinStride + (bin + c) % kCopies * kCopyStride];
    }
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
  const Options options(argc, argv, "Count byte values, with ever more copies of the histogram.");
  const int n = options.size({.cpu = (1 << 17) + 3, .gpu = 1 << 30, .bytes_per_element = 2});
  unsigned char* in = nullptr;
  unsigned* bins = nullptr;
  CHECK(cudaMalloc(&in, n));
  CHECK(cudaMalloc(&bins, kBins * sizeof(unsigned)));

  bool ok = true;
  for (const auto& [what, percent] : {std::pair{"uniform", 0}, {"90 % equal", 90}}) {
    std::vector<unsigned> expected;
    const std::vector<unsigned char> input = random_bytes(n, percent, expected);
    CHECK(cudaMemcpy(in, input.data(), n, cudaMemcpyHostToDevice));

    Experiment experiment("Histogram of " + std::to_string(n) + " bytes, " + what, bins, kBins, n);
    experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kSectorsPerAtomic,
                     Column::kWavefrontsPerAtomic, Column::kBankConflicts});
    experiment.before_each([&] { CHECK(cudaMemsetAsync(bins, 0, kBins * sizeof(unsigned))); });
    const auto run = [&](const char* name, auto* kernel) {
      int resident = 0;  // blocks
      CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, kBlock, 0));
      resident *= device_attribute(cudaDevAttrMultiProcessorCount);
      const int grid = std::min(n / kTile + 1, resident);
      experiment.run(
          name, [&] { kernel<<<grid, dim3(32, kWarps)>>>(in, bins, n); }, expected);
    };
    run("global memory", count_global);
    run("a copy per block", count_shared<1, 1, 0>);
    run("a copy per warp", count_shared<16, 1, kBins>);
    run("a copy per lane", count_shared<32, 1, kBins>);
    run("a bank per lane", count_shared<32, 32, 1>);
    ok &= experiment.finish();
  }

  CHECK(cudaFree(in));
  CHECK(cudaFree(bins));
  return verdict(ok);
}
