// Chapter 10 · recursive_reduce
//
// A sum by recursion on the device: a kernel halves its numbers and launches itself for the rest. From a child
// per block to one child per level, and to few levels: the fewer and larger the children, the faster. At
// last without children, by launches from the host.
//
//   recursive_reduce [--size N]     N numbers, default 2^15+5 on the CPU backend, 2^20+5 on a GPU
#include <numeric>

#include "tutorial.cuh"
#include "tutorial/launches.cuh"

constexpr int kBlock = 512;  // a power of two

// A child for each block and level: block b adds up numbers[0 … 2·blockDim), in place.
__global__ void halve(int* numbers, int* sum) {
  const int t = threadIdx.x, half = blockDim.x;
  int* const mine = numbers + blockIdx.x * 2 * half;
  mine[t] += mine[t + half];
  __syncthreads();  // the child has to see what all threads wrote
  if (t > 0) return;
  if (half > 1) {
    halve<<<1, half / 2>>>(mine, sum);
  } else {
    atomicAdd(sum, mine[0]);
  }
}

// The same children, which do nothing else.
__global__ void halve_nothing() {
  if (threadIdx.x == 0 && blockDim.x > 1) halve_nothing<<<1, blockDim.x / 2>>>();
}

// One child for each level, which goes on for all blocks. It has to come after all of them: tail stream.
__global__ void halve_all(int* numbers, int stride, int* sum) {
  const int t = threadIdx.x, half = blockDim.x;
  int* const mine = numbers + blockIdx.x * stride;
  mine[t] += mine[t + half];
  if (half == 1) {
    atomicAdd(sum, mine[0]);
  } else if (t == 0 && blockIdx.x == 0) {
    halve_all<<<gridDim.x, half / 2, 0, cudaStreamTailLaunch>>>(numbers, stride, sum);
  }
}

// Adds up the values of the block's threads; the sum is thread 0's (chapter 06).
__device__ int block_sum(int value) {
  __shared__ int sums[kBlock / 32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(~0u, value, offset);
  if (lane == 0) sums[warp] = value;
  __syncthreads();
  value = threadIdx.x < kBlock / 32 ? sums[lane] : 0;
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(~0u, value, offset);
  return value;
}

// Few levels: each makes one number of up to 1024. The results of one level are the next one's numbers.
template <bool kLaunchNext>
__global__ void sum_level(const int* numbers, int n, int* results, int* sum) {
  const int first = blockIdx.x * 2 * kBlock + threadIdx.x, second = first + kBlock;
  const int total =
      block_sum((first < n ? numbers[first] : 0) + (second < n ? numbers[second] : 0));
  if (threadIdx.x > 0) return;
  (gridDim.x == 1 ? *sum : results[blockIdx.x]) = total;
  if (kLaunchNext && gridDim.x > 1 && blockIdx.x == 0) {
    const int blocks = gridDim.x, next = (blocks - 1) / (2 * kBlock) + 1;
    sum_level<true>
        <<<next, kBlock, 0, cudaStreamTailLaunch>>>(results, blocks, results + blocks, sum);
  }
}

// No levels at all: one grid, and an atomic per block.
__global__ void sum_at_once(const int* numbers, int n, int* sum) {
  int mine = 0;
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock)
    mine += numbers[i];
  const int total = block_sum(mine);
  if (threadIdx.x == 0) atomicAdd(sum, total);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Add up numbers by recursion on the device.");
  const int n = options.size({.cpu = (1 << 15) + 5, .gpu = (1 << 20) + 5, .bytes_per_element = 12});
  const std::vector<int> input = random_ints(n);
  const int expected = std::accumulate(input.begin(), input.end(), 0);
  const int blocks = (n - 1) / (2 * kBlock) + 1, padded = blocks * 2 * kBlock;
  int *in = nullptr, *numbers = nullptr, *results = nullptr, *sum = nullptr;
  CHECK(cudaMalloc(&in, padded * sizeof(int)));
  CHECK(cudaMalloc(&numbers, padded * sizeof(int)));
  CHECK(cudaMalloc(&results, 2 * blocks * sizeof(int)));  // of all levels
  CHECK(cudaMalloc(&sum, sizeof(int)));
  CHECK(cudaMemset(in, 0, padded * sizeof(int)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  const int levels = 9;  // log2(kBlock): children of a block, one below the other
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, levels * blocks + 1));

  const auto reset = [&] { CHECK(cudaMemsetAsync(sum, 0, sizeof(int))); };
  const auto reset_numbers = [&] {  // for what adds up in place
    reset();
    CHECK(cudaMemcpyAsync(numbers, in, padded * sizeof(int), cudaMemcpyDeviceToDevice));
  };
  Experiment experiment("The sum of " + std::to_string(n) + " numbers", sum, 1, 0);
  experiment.show({Column::kTime, Column::kOfPeer});
  Launches launches;
  experiment.show_modelled("launches by kernels", "%.0f",
                           [&](const Counters&) { return launches.by_kernels(); });
  experiment.show_modelled("depth", "%.0f", [&](const Counters&) { return launches.depth(); });
  const char* host = "levels of 1024, by the host";
  experiment.longest_name(host);
  experiment.compare_with(host, "× the host");
  const auto run_for = [&](int result, const char* name, const auto& launch) {
    launches = record_launches(launch);
    experiment.run(name, launch, [&](long long) { return result; });
  };
  const auto run = [&](const char* name, const auto& launch) { run_for(expected, name, launch); };
  run("a child per block and level", [&] {
    reset_numbers();
    halve<<<blocks, kBlock>>>(numbers, sum);
  });
  run_for(0, "  children that do nothing", [&] {
    reset();
    halve_nothing<<<blocks, kBlock>>>();
  });
  run("a child per level", [&] {
    reset_numbers();
    halve_all<<<blocks, kBlock>>>(numbers, 2 * kBlock, sum);
  });
  run("a child per level of 1024",
      [&] { sum_level<true><<<blocks, kBlock>>>(in, n, results, sum); });
  run(host, [&] {
    const int* from = in;
    int *to = results, count = n;
    do {
      const int grid = (count - 1) / (2 * kBlock) + 1;
      sum_level<false><<<grid, kBlock>>>(from, count, to, sum);
      from = to;
      to += grid;
      count = grid;
    } while (count > 1);
  });
  run("one grid", [&] {
    reset();
    sum_at_once<<<std::min(blocks, 1024), kBlock>>>(in, n, sum);
  });

  for (int* array : {in, numbers, results, sum}) CHECK(cudaFree(array));
  return experiment.report();
}
