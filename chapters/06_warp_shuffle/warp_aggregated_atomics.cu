// Chapter 06 · warp_aggregated_atomics
//
// 32 lanes that add to one counter need 32 additions in L2, one after the other. Or one: the lanes
// vote, one of them adds for all, and tells the others where they are. nvcc does this by itself
// where it knows that the address is the same for all lanes; where it does not know, do it by hand.
//
//   warp_aggregated_atomics [--size N]      N numbers, default 2^16+5 on the CPU backend, 2^26 on
//                                           a GPU
#include <cooperative_groups.h>

#include "tutorial.cuh"

namespace cg = cooperative_groups;

constexpr int kBlock = 256;
constexpr int kKeys = 4;  // few: most lanes of a warp share theirs with others

__device__ int index() { return blockIdx.x * kBlock + threadIdx.x; }

// Appends the even numbers to `out`, in any order: each lane takes a place for its own.
__global__ void append_each(const int* in, int* out, int* counts, int n) {
  if (index() >= n || in[index()] % 2 != 0) return;
  out[atomicAdd(counts, 1)] = in[index()];
}

// By hand: all lanes vote, the first even one takes the places of all, and each finds its own by
// counting the votes below it.
__global__ void append_warp(const int* in, int* out, int* counts, int n) {
  const int lane = threadIdx.x % 32, x = index() < n ? in[index()] : 1;
  const unsigned kept = __ballot_sync(~0u, x % 2 == 0);
  if (kept == 0) return;  // the same for all lanes
  int first = 0;
  const int leader = __ffs(kept) - 1;
  if (lane == leader) first = atomicAdd(counts, __popc(kept));
  first = __shfl_sync(~0u, first, leader);
  if (x % 2 == 0) out[first + __popc(kept & ((1u << lane) - 1))] = x;
}

// The same with a group of the lanes that are here: it may be a part of the even ones, and the
// result is right nevertheless, since every part takes its own places.
__global__ void append_group(const int* in, int* out, int* counts, int n) {
  if (index() >= n || in[index()] % 2 != 0) return;
  const auto group = cg::coalesced_threads();
  int first = 0;
  if (group.thread_rank() == 0) first = atomicAdd(counts, group.size());
  out[group.shfl(first, 0) + group.thread_rank()] = in[index()];
}

// A sum of floats to one address. nvcc leaves 32 additions: it must not choose another order.
__global__ void sum_each(const int* in, float* sum, int n) {
  if (index() < n) atomicAdd(sum, static_cast<float>(in[index()] % 17 - 8));
}

__global__ void sum_warp(const int* in, float* sum, int n) {
  float x = index() < n ? in[index()] % 17 - 8 : 0;
  for (int offset = 16; offset > 0; offset /= 2) x += __shfl_down_sync(~0u, x, offset);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, x);
}

// A counter per key: the address depends on the data, so nvcc does not know which lanes share one.
__global__ void count_each(const int* in, int* counts, int n) {
  if (index() < n) atomicAdd(&counts[in[index()] % kKeys], 1);
}

// The lanes with the same key find each other, and the lowest one adds for them.
__global__ void count_match(const int* in, int* counts, int n) {
  const unsigned inside = __ballot_sync(~0u, index() < n);
  if (index() >= n) return;
  const int key = in[index()] % kKeys, lane = threadIdx.x % 32;
  const unsigned same = __match_any_sync(inside, key);
  if (lane == __ffs(same) - 1) atomicAdd(&counts[key], __popc(same));
}

// Sets of numbers are compared by the sum of these: the same in every order.
unsigned mixed(int x) { return (x + 1u) * (x + 1u) * 2654435761u; }

int main(int argc, char** argv) {
  const Options options(argc, argv, "One atomic per warp instead of one per lane.");
  const int n = options.size({.cpu = (1 << 16) + 5, .gpu = 1 << 26});
  const int blocks = (n - 1) / kBlock + 1;
  const std::vector<int> input = random_ints(n, 0, 1 << 20);
  std::vector<int> keys(kKeys);
  unsigned even = 0, fingerprint = 0;
  float total = 0;  // of small whole numbers: exact in every order
  for (int x : input) {
    ++keys[x % kKeys];
    total += static_cast<float>(x % 17 - 8);
    if (x % 2 == 0) ++even, fingerprint += mixed(x);
  }

  int *in = nullptr, *out = nullptr, *counts = nullptr;
  float* sum = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(int)));
  CHECK(cudaMalloc(&out, n * sizeof(int)));
  CHECK(cudaMalloc(&counts, kKeys * sizeof(int)));
  CHECK(cudaMalloc(&sum, sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(int), cudaMemcpyHostToDevice));

  Experiment experiment("Atomics for " + std::to_string(n) + " numbers", 4.0 * n);
  experiment.show({Column::kTime, Column::kBandwidth, Column::kSectorsPerAtomic});
  const auto append = [&](const char* name, auto kernel) {
    poison(out, n);
    experiment.run(
        name,
        [&] {
          CHECK(cudaMemsetAsync(counts, 0, sizeof(int)));
          kernel<<<blocks, kBlock>>>(in, out, counts, n);
        },
        [&] {
          std::vector<int> got(even);
          CHECK(cudaMemcpy(got.data(), out, even * sizeof(int), cudaMemcpyDeviceToHost));
          unsigned print = 0;
          for (int x : got) print += mixed(x);
          const std::string wrong = difference(print, fingerprint);
          return wrong.empty() ? first_difference_on_device(counts, 1, [=](int) { return even; })
                               : "fingerprint " + wrong;
        });
  };
  append("append", append_each);
  append("append, warp", append_warp);
  append("append, coalesced group", append_group);
  const auto add_up = [&](const char* name, auto kernel) {
    experiment.run(
        name,
        [&] {
          CHECK(cudaMemsetAsync(sum, 0, sizeof(float)));
          kernel<<<blocks, kBlock>>>(in, sum, n);
        },
        [&] { return first_difference_on_device(sum, 1, [&](int) { return total; }); });
  };
  add_up("float sum", sum_each);
  add_up("float sum, warp", sum_warp);
  const auto count = [&](const char* name, auto kernel) {
    experiment.run(
        name,
        [&] {
          CHECK(cudaMemsetAsync(counts, 0, kKeys * sizeof(int)));
          kernel<<<blocks, kBlock>>>(in, counts, n);
        },
        [&] { return first_difference_on_device(counts, kKeys, keys); });
  };
  count("4 counters", count_each);
  count("4 counters, match", count_match);

  for (int* memory : {in, out, counts}) CHECK(cudaFree(memory));
  CHECK(cudaFree(sum));
  return experiment.report();
}
