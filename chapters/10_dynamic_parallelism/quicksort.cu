// Chapter 10 · quicksort
//
// How a range of keys splits is known only once it has been split, so only a kernel can say how large the
// next grids are. A grid partitions a range around a pivot; its last block launches a grid for each part.
// Small ranges are sorted in shared memory: by a child each, or listed and then sorted by one grid.
//
//   quicksort [--size N]     N keys, default 5003 on the CPU backend, 2^24+5 on a GPU
#include "sorting.cuh"

constexpr int kBlock = 256;
constexpr int kKeys = kCountsInsteadOfTimes ? 4 : 16;  // of a thread, in a range that is split
constexpr int kSmallBlock = kCountsInsteadOfTimes ? 128 : 1024;
constexpr int kMostLevels = 20;  // a range that is large even then has had bad pivots

struct Progress {  // of splitting a range
  int smaller, larger, blocks;
};
struct Sort {
  int *keys, *scratch;  // the keys go back and forth, level by level, and end in `keys`
  Progress* progress;   // begins as zeros
  int* used;            // of progress
  Small* list;          // null: a child for each small range
  int* listed;
};

__global__ void sort_one(Small small, int* to) { sort_small(small, to); }
__global__ void sort_listed(Sort s) { sort_small(s.list[blockIdx.x], s.keys); }

__global__ void part(Sort s, bool in_scratch, Range range, Progress* progress, int level);

// What a block does with a range: all its threads call this.
__device__ void sort_range(Sort s, bool in_scratch, Range range, int level) {
  const int n = range.end - range.begin;
  int* const from = in_scratch ? s.scratch : s.keys;
  if (n > kSmall && level == kMostLevels) {  // slow, but right, and it ends
    bitonic_sort(from + range.begin, n);
    for (int i = range.begin + threadIdx.x; i < range.end; i += blockDim.x) s.keys[i] = from[i];
  } else if (n > 0 && threadIdx.x == 0) {
    if (n > kSmall) {
      const int blocks = (n - 1) / (kBlock * kKeys) + 1;
      part<<<blocks, kBlock, 0, cudaStreamFireAndForget>>>(
          s, in_scratch, range, s.progress + atomicAdd(s.used, 1), level + 1);
    } else if (s.list != nullptr) {
      s.list[atomicAdd(s.listed, 1)] = {from, range};
    } else {
      sort_one<<<1, kSmallBlock, 0, cudaStreamFireAndForget>>>(Small{from, range}, s.keys);
    }
  }
}

// Moves what is smaller than the pivot to the front of the other array, and what is larger to its end. Each
// warp asks for places there.
__global__ void part(Sort s, bool in_scratch, Range range, Progress* progress, int level) {
  const int* from = in_scratch ? s.scratch : s.keys;
  int* to = in_scratch ? s.keys : s.scratch;
  const int pivot = pivot_of(from + range.begin, range.end - range.begin);
  const int lane = threadIdx.x % 32, warp = (blockIdx.x * kBlock + threadIdx.x) / 32;
  const unsigned below = (1u << lane) - 1;  // lanes
  int key[kKeys], smaller = 0, larger = 0;
#pragma unroll
  for (int k = 0; k < kKeys; ++k) {
    const int i = range.begin + 32 * (warp * kKeys + k) + lane;
    key[k] = i < range.end ? from[i] : pivot;
    smaller += __popc(__ballot_sync(~0u, key[k] < pivot));
    larger += __popc(__ballot_sync(~0u, key[k] > pivot));
  }
  int front = 0, back = 0;
  if (lane == 0) {
    front = range.begin + atomicAdd(&progress->smaller, smaller);
    back = range.end - larger - atomicAdd(&progress->larger, larger);
  }
  front = __shfl_sync(~0u, front, 0);
  back = __shfl_sync(~0u, back, 0);
#pragma unroll
  for (int k = 0; k < kKeys; ++k) {
    const unsigned is_smaller = __ballot_sync(~0u, key[k] < pivot);
    const unsigned is_larger = __ballot_sync(~0u, key[k] > pivot);
    if (key[k] < pivot) to[front + __popc(is_smaller & below)] = key[k];
    if (key[k] > pivot) to[back + __popc(is_larger & below)] = key[k];
    front += __popc(is_smaller);
    back += __popc(is_larger);
  }

  // The last block goes on. The keys that equal the pivot are where they belong.
  __shared__ bool is_last;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();  // what the block has written, which the barrier has gathered
    is_last = atomicAdd(&progress->blocks, 1) + 1 == static_cast<int>(gridDim.x);
    __threadfence();
  }
  __syncthreads();
  if (!is_last) return;
  front = range.begin + progress->smaller;
  back = range.end - progress->larger;
  for (int i = front + threadIdx.x; i < back; i += kBlock) s.keys[i] = pivot;
  sort_range(s, !in_scratch, {range.begin, front}, level);
  sort_range(s, !in_scratch, {back, range.end}, level);
}

__global__ void sort_list(Sort s) { sort_listed<<<*s.listed, kSmallBlock>>>(s); }

// What the host launches.
__global__ void quicksort(Sort s, int n) {
  sort_range(s, false, {0, n}, 0);
  if (s.list != nullptr && threadIdx.x == 0) sort_list<<<1, 1, 0, cudaStreamTailLaunch>>>(s);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Sort by recursion on the device.");
  const int n = options.size({.cpu = 5003, .gpu = (1 << 24) + 5, .bytes_per_element = 16});
  const int most_parts = (n / kSmall + 1) * kMostLevels, most_small = 2 * most_parts;
  // As it is hard to say how many launches are pending at a time, there is room for many.
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 8 * (n / kSmall) + 64));
  int* counters = nullptr;
  Sort s = {};
  CHECK(cudaMalloc(&s.keys, n * sizeof(int)));
  CHECK(cudaMalloc(&s.scratch, n * sizeof(int)));
  CHECK(cudaMalloc(&s.progress, most_parts * sizeof(Progress)));
  CHECK(cudaMalloc(&s.list, most_small * sizeof(Small)));
  CHECK(cudaMalloc(&counters, 2 * sizeof(int)));
  s.used = counters;
  s.listed = counters + 1;
  Sort without_list = s;
  without_list.list = nullptr;

  const bool ok = compare_sorts(n, s.keys, [&](const auto& run, const int* in) {
    const auto sort = [&](Sort sort) {
      CHECK(cudaMemcpyAsync(s.keys, in, n * sizeof(int), cudaMemcpyDeviceToDevice));
      CHECK(cudaMemsetAsync(s.progress, 0, most_parts * sizeof(Progress)));
      CHECK(cudaMemsetAsync(counters, 0, 2 * sizeof(int)));
      quicksort<<<1, kBlock>>>(sort, n);
    };
    run("quicksort, a child for each small range", [&] { sort(without_list); });
    run("quicksort, small ranges listed", [&] { sort(s); });
  });

  for (int* array : {s.keys, s.scratch, counters}) CHECK(cudaFree(array));
  CHECK(cudaFree(s.progress));
  CHECK(cudaFree(s.list));
  return verdict(ok);
}
