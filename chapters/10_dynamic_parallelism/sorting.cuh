// What quicksort needs beside itself: a pivot, a sort of small ranges in shared memory, and sorts of a library to
// compare with.
#pragma once

#include <climits>

#include "tutorial.cuh"
#include "tutorial/cub.cuh"
#include "tutorial/launches.cuh"

constexpr int kSmall = kCountsInsteadOfTimes ? 512 : 8192;  // keys that fit into shared memory

struct Range {
  int begin, end;
};
struct Small {  // a range that is sorted at once
  const int* from;
  Range range;
};

__device__ inline int middle(int a, int b, int c) { return max(min(a, b), min(max(a, b), c)); }

// The middle one of nine keys' three middle ones: all blocks of a grid find the same.
__device__ inline int pivot_of(const int* keys, int n) {
  int pivot[3];
  for (int i = 0; i < 3; ++i) {
    const int* k = keys + i * (n / 3);
    pivot[i] = middle(k[0], k[n / 9], k[n / 9 * 2]);
  }
  return middle(pivot[0], pivot[1], pivot[2]);
}

// A block sorts up to n keys, as if there were largest ones behind them to the next power of two.
__device__ inline void bitonic_sort(int* keys, int n) {
  for (int run = 2; run / 2 < n; run *= 2) {
    for (int bit = run / 2; bit > 0; bit /= 2) {
      __syncthreads();
      for (int t = threadIdx.x; 2 * t - (t & (bit - 1)) < n; t += blockDim.x) {
        const int i = 2 * t - (t & (bit - 1)), j = bit == run / 2 ? i ^ (run - 1) : i + bit;
        const int a = keys[i];
        if (j < n && keys[j] < a) {
          keys[i] = keys[j];
          keys[j] = a;
        }
      }
    }
  }
  __syncthreads();
}

__device__ inline void sort_small(Small small, int* to) {
  __shared__ int keys[kSmall];
  const int begin = small.range.begin, n = small.range.end - begin;
  for (int i = threadIdx.x; i < n; i += blockDim.x) keys[i] = small.from[begin + i];
  bitonic_sort(keys, n);
  for (int i = threadIdx.x; i < n; i += blockDim.x) to[begin + i] = keys[i];
}

struct Less {
  __device__ bool operator()(int a, int b) const { return a < b; }
};

// For keys of three kinds: ways(run, in) calls run(name, launch) for each way to sort them into `keys`. Returns
// whether all were right.
template <class Ways>
bool compare_sorts(int n, int* keys, const Ways& ways) {
  int* in = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(int)));
  bool ok = true;
  for (const std::string what : {"random", "sorted", "100 different"}) {
    std::vector<int> input =
        what == "100 different" ? random_ints(n, 0, 99) : random_ints(n, INT_MIN, INT_MAX);
    std::vector<int> expected = input;
    std::sort(expected.begin(), expected.end());
    if (what == "sorted") input = expected;
    CHECK(cudaMemcpy(in, input.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    Experiment experiment("Sorting, keys " + what, keys, n, 8.0 * n);
    experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kOfPeer});
    Launches launches;
    experiment.show_count("launches by kernels", "%.0f",
                          [&](const Counters&) { return launches.by_kernels(); });
    experiment.show_count("depth", "%.0f", [&](const Counters&) { return launches.depth(); });
    experiment.longest_name("quicksort, a child for each small range");
    const char *radix = "CUB DeviceRadixSort", *merge = "CUB DeviceMergeSort";
    experiment.compare_with(radix, "× radix sort");
    const auto run = [&](const char* name, const auto& launch) {
      launches = record_launches(launch);
      experiment.run(name, launch, expected);
    };
    ways(run, in);
#ifdef TUTORIAL_RUNS_CUB
    void* temporary = nullptr;
    size_t bytes = 0;
    const auto library = [&](const char* name, const auto& call) {
      call();  // says how much memory it needs
      CHECK(cudaMalloc(&temporary, bytes));
      experiment.run(name, call, expected);
      CHECK(cudaFree(temporary));
      temporary = nullptr;
    };
    library(merge, [&] {
      CHECK(cub::DeviceMergeSort::SortKeysCopy(temporary, bytes, in, keys, n, Less{}));
    });
    library(radix, [&] { CHECK(cub::DeviceRadixSort::SortKeys(temporary, bytes, in, keys, n)); });
#else
    experiment.skip_library(merge);
    experiment.skip_library(radix);
#endif
    ok &= experiment.finish();
  }
  CHECK(cudaFree(in));
  return ok;
}
