// Chapter 06 · warp_aggregated_atomics
//
// 32 lanes that add to one counter need 32 additions in L2, one after the other, or one: the lanes
// vote, and one of them adds for all. nvcc does this by itself where it knows that the address is
// the same for all lanes; elsewhere do it by hand. A block can add once for all its warps.
//
//   warp_aggregated_atomics [--size N]  N numbers, default 2^16+5 on the CPU backend, 2^26 on a GPU
#include "tutorial.cuh"

constexpr int kBlock = 256;
constexpr int kKeys = 4;  // few: most lanes of a warp share theirs with others

__device__ int index() { return blockIdx.x * kBlock + threadIdx.x; }

// Appends the even numbers to `out`, in any order: each lane takes a place for its own.
__global__ void append_each(const int* in, int* out, int* counts, int n) {
  if (index() >= n || in[index()] % 2 != 0) return;
  out[atomicAdd(counts, 1)] = in[index()];
}

// By hand: the first even lane takes places for all, and each counts the votes below its own.
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

// One atomic per block: the warps take places in a counter of the block, the block in the one of all.
__global__ void append_block(const int* in, int* out, int* counts, int n) {
  __shared__ int of_block, first;
  const int lane = threadIdx.x % 32, x = index() < n ? in[index()] : 1;
  if (threadIdx.x == 0) of_block = 0;
  __syncthreads();
  const unsigned kept = __ballot_sync(~0u, x % 2 == 0);
  int place = 0;
  if (lane == 0) place = atomicAdd(&of_block, __popc(kept));
  place = __shfl_sync(~0u, place, 0);
  __syncthreads();
  if (threadIdx.x == 0) first = atomicAdd(counts, of_block);
  __syncthreads();
  if (x % 2 == 0) out[first + place + __popc(kept & ((1u << lane) - 1))] = x;
}

__device__ float number(const int* in, int n) { return index() < n ? in[index()] % 17 - 8 : 0; }

__device__ float sum_of_warp(float x) {
  for (int offset = 16; offset > 0; offset /= 2) x += __shfl_down_sync(~0u, x, offset);
  return x;
}

// A sum of floats to one address. nvcc leaves 32 additions: it must not choose another order.
__global__ void sum_each(const int* in, float* sum, int n) {
  if (index() < n) atomicAdd(sum, number(in, n));
}

__global__ void sum_warp(const int* in, float* sum, int n) {
  const float x = sum_of_warp(number(in, n));
  if (threadIdx.x % 32 == 0) atomicAdd(sum, x);
}

__global__ void sum_block(const int* in, float* sum, int n) {
  __shared__ float sums[kBlock / 32];
  float x = sum_of_warp(number(in, n));
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = x;
  __syncthreads();
  if (threadIdx.x >= 32) return;  // whole warps
  x = sum_of_warp(threadIdx.x < kBlock / 32 ? sums[threadIdx.x] : 0);
  if (threadIdx.x == 0) atomicAdd(sum, x);
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

struct Results {
  int counts[kKeys];
  float sum;
};

unsigned mixed(int x) { return (x + 1u) * (x + 1u) * 2654435761u; }

int main(int argc, char** argv) {
  const Options options(argc, argv, "One atomic per warp instead of one per lane.");
  const int n = options.size({.cpu = (1 << 16) + 5, .gpu = 1 << 26});
  const int blocks = (n - 1) / kBlock + 1;
  const std::vector<int> input = random_ints(n, 0, 1 << 20);
  std::vector<int> keys(kKeys);
  unsigned even = 0, fingerprint = 0;  // a sum of mixed numbers: the same in every order
  float total = 0;                     // of small whole numbers: exact in every order
  for (int x : input) {
    ++keys[x % kKeys];
    total += static_cast<float>(x % 17 - 8);
    if (x % 2 == 0) ++even, fingerprint += mixed(x);
  }

  int *in = nullptr, *out = nullptr;
  Results* results = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(int)));
  CHECK(cudaMalloc(&out, n * sizeof(int)));
  CHECK(cudaMalloc(&results, sizeof(Results)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(int), cudaMemcpyHostToDevice));

  Experiment experiment("Atomics for " + std::to_string(n) + " numbers", 4.0 * n);
  experiment.show({Column::kTime, Column::kBandwidth});
  experiment.show_count("turns in L2", "%.0f", &Counters::global_atomic_sectors);
  int* const counts = results->counts;
  float* const sum = &results->sum;
  const auto appended = [&] {
    std::vector<int> got(even);
    CHECK(cudaMemcpy(got.data(), out, even * sizeof(int), cudaMemcpyDeviceToHost));
    unsigned left = fingerprint;
    for (int x : got) left -= mixed(x);
    return left == 0 ? first_difference_on_device(counts, 1, [=](int) { return even; })
                     : "these are not the even numbers of the input";
  };
  const auto added = [&] { return first_difference_on_device(sum, 1, [&](int) { return total; }); };
  const auto counted = [&] { return first_difference_on_device(counts, kKeys, keys); };
  experiment.before_each([&] { CHECK(cudaMemsetAsync(results, 0, sizeof(Results))); });
  const auto run = [&](auto name, auto check, auto kernel, auto*... to) {
    poison(out, n);
    experiment.run(
        name, [&] { kernel<<<blocks, kBlock>>>(in, to..., n); }, check);
  };
  run("append", appended, append_each, out, counts);
  run("append, warp", appended, append_warp, out, counts);
  run("append, block", appended, append_block, out, counts);
  run("float sum", added, sum_each, sum);
  run("float sum, warp", added, sum_warp, sum);
  run("float sum, block", added, sum_block, sum);
  run("4 counters", counted, count_each, counts);
  run("4 counters, match", counted, count_match, counts);
  for (int* memory : {in, out}) CHECK(cudaFree(memory));
  CHECK(cudaFree(results));
  return experiment.report();
}
