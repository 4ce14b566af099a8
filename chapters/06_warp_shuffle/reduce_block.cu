// Chapter 06 · reduce_block
//
// A sum per block: a tree in shared memory as in chapter 05, the same tree in registers with shuffles,
// and the instruction that adds up a warp's integers. What goes through shared memory is counted.
//
//   reduce_block [--size N]      N whole numbers, default 2^16 on the CPU backend, 2^28 on a GPU
#include <numeric>

#include "tutorial.cuh"

constexpr int kBlock = 512;
constexpr unsigned kAll = ~0u;  // a mask with a bit per lane: all 32 take part

// What a thread begins with: kLoads numbers, a block's width apart.
template <int kLoads>
__device__ unsigned load(const unsigned* in, int n) {
  unsigned sum = 0;
#pragma unroll
  for (int k = 0; k < kLoads; ++k) {
    const int i = (blockIdx.x * kLoads + k) * kBlock + threadIdx.x;
    if (i < n) sum += in[i];
  }
  return sum;
}

// A tree like chapter 05's: two reads and a write in every round, after a barrier of the block or, once
// one warp is left, of the warp.
template <int kLoads>
__global__ void tree_in_shared(const unsigned* in, unsigned* sums, int n) {
  __shared__ unsigned mine[kBlock];
  const int t = threadIdx.x;
  mine[t] = load<kLoads>(in, n);
#pragma unroll
  for (int stride = kBlock / 2; stride > 16; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] += mine[t + stride];
  }
  if (t >= 32) return;
#pragma unroll
  for (int stride = 16; stride > 0; stride /= 2) {
    __syncwarp();
    const unsigned sum = mine[t] + mine[t + stride];
    __syncwarp();
    mine[t] = sum;
  }
  if (t == 0) sums[blockIdx.x] = mine[0];
}

// The warp's tree, in registers: after the round with this offset, lane 0's sum has taken in twice
// as many lanes. What the upper lanes add is not used. The result is lane 0's.
__device__ unsigned sum_of_warp(unsigned sum) {
#pragma unroll
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(kAll, sum, offset);
  return sum;
}

// A sum per warp, then one warp adds up the 16 sums: a word of shared memory per warp, one barrier.
// The result is thread 0's. A second call would need a barrier in between: `sums` is used again.
__device__ unsigned sum_of_block(unsigned sum) {
  __shared__ unsigned sums[kBlock / 32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  sum = sum_of_warp(sum);
  if (lane == 0) sums[warp] = sum;
  __syncthreads();
  if (warp == 0) sum = sum_of_warp(lane < kBlock / 32 ? sums[lane] : 0);
  return sum;
}

template <int kLoads>
__global__ void shuffles(const unsigned* in, unsigned* sums, int n) {
  const unsigned sum = sum_of_block(load<kLoads>(in, n));
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

// Since compute capability 8.0 one instruction adds up a warp's integers, for all its lanes. There
// is none for floats: it would have to choose an order.
template <int kLoads>
__global__ void reduce_add(const unsigned* in, unsigned* sums, int n) {
  __shared__ unsigned of_warps[kBlock / 32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  unsigned sum = __reduce_add_sync(kAll, load<kLoads>(in, n));
  if (lane == 0) of_warps[warp] = sum;
  __syncthreads();
  if (warp > 0) return;
  sum = __reduce_add_sync(kAll, lane < kBlock / 32 ? of_warps[lane] : 0);
  if (lane == 0) sums[blockIdx.x] = sum;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "A sum per block, with shuffles instead of shared memory.");
  const int n = options.size({.cpu = 1 << 16, .gpu = 1 << 28, .bytes_per_element = 4});
  require_compute_capability(8, 0);  // __reduce_add_sync
  const std::vector<int> numbers = random_ints(n, 0, 1 << 30);
  const std::vector<unsigned> input(numbers.begin(), numbers.end());
  const unsigned total = std::accumulate(input.begin(), input.end(), 0u);  // modulo 2^32

  unsigned *in = nullptr, *sums = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(unsigned)));
  CHECK(cudaMalloc(&sums, (n / kBlock + 1) * sizeof(unsigned)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));

  bool ok = true;
  using Kernel = void (*)(const unsigned*, unsigned*, int);
  const auto compare = [&](int loads, Kernel tree, Kernel shuffle, Kernel reduce) {
    const int blocks = (n - 1) / (loads * kBlock) + 1;
    Experiment experiment("Sum per block, numbers per thread: " + std::to_string(loads), 4.0 * n);
    experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
    experiment.show_count("shared requests per block", "%.0f", [=](const Counters& c) {
      return (c.shared_load_requests + c.shared_store_requests) / blocks;
    });
    const auto run = [&](const char* name, Kernel kernel) {
      poison(sums, blocks);
      experiment.run(
          name, [&] { kernel<<<blocks, kBlock>>>(in, sums, n); },
          [&] {
            std::vector<unsigned> got(blocks);
            CHECK(cudaMemcpy(got.data(), sums, blocks * sizeof(unsigned), cudaMemcpyDeviceToHost));
            return difference(std::accumulate(got.begin(), got.end(), 0u), total);
          });
    };
    run("tree in shared memory", tree);
    run("shuffles", shuffle);
    run("__reduce_add_sync", reduce);
    ok &= experiment.finish();
  };
  compare(1, tree_in_shared<1>, shuffles<1>, reduce_add<1>);
  compare(8, tree_in_shared<8>, shuffles<8>, reduce_add<8>);

  CHECK(cudaFree(in));
  CHECK(cudaFree(sums));
  return verdict(ok);
}
