// Chapter 11 · packed_histogram
//
// The histogram of cluster_histogram without clusters: counters that are packed, two or three in a
// word, need less shared memory, and no value has to be read twice.
//
//   packed_histogram [--size N]      as cluster_histogram
#include "histogram.cuh"

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

void show(Experiment& experiment) {
  experiment.show_count("shared atomics", "%.0f", &Counters::shared_atomic_requests);
  experiment.show_count("global atomics", "%.0f", &Counters::global_atomic_requests);
}

template <class Run>
void run_all(Experiment& experiment, const Run& run, const int* in, unsigned* counts, int n,
             int bins) {
  const int ranges = (bins + kRoom - 1) / kRoom;
  const int of_range = (bins + ranges - 1) / ranges * sizeof(unsigned);
  const int grid = grid_for(in_ranges, kBlock, of_range) / ranges * ranges;
  run(std::to_string(ranges) + (ranges == 1 ? " range" : " ranges"),
      [&] { in_ranges<<<grid, kBlock, of_range>>>(in, counts, n, bins, ranges); });
  const auto run_packed = [&](const char* name, auto* kernel, int threads, int words) {
    const int shared = words * static_cast<int>(sizeof(unsigned));
    if (words > kRoom) return experiment.skip(name, "too many bins");
    const int grid = grid_for(kernel, threads, shared);
    run(name, [&] { kernel<<<grid, threads, shared>>>(in, counts, n, bins); });
  };
  run_packed("16 bits per counter", in_packed<2, kBlock>, kBlock, bins / 2);
  constexpr int kFewer = kBlock / 4 * 3;
  run_packed("10 bits per counter", in_packed<3, kFewer>, kFewer, (bins + 2) / 3);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Count values into more bins than a block has room for.");
  return verdict(compare_histograms(options, show, [](auto&&... all) { run_all(all...); }));
}
