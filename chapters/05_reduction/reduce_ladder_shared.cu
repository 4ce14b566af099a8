// Chapter 05 · reduce_ladder_shared
//
// The ladder of reduce_ladder once more, with the partial sums of a block in shared memory. What
// counts there is not sectors but banks.
//
//   reduce_ladder_shared [--size N] [--broken 1]   N numbers, default 2^16 on the CPU backend, 2^26
//                                                  on a GPU; 1 runs the last warp of older books
#include <numeric>

#include "tutorial.cuh"

// Unsigned numbers wrap at 2^32. Their sum is the same in every order, so results must be equal.
using Number = unsigned;
constexpr int kBlock = 512;

// What a thread begins with, as in reduce_ladder: LOADS numbers, a block's width apart.
template <int LOADS>
__device__ Number load(const Number* in, unsigned n) {
  const unsigned first = blockIdx.x * kBlock * LOADS + threadIdx.x;
  Number sum = 0;
#pragma unroll
  for (int k = 0; k < LOADS; ++k) {
    const unsigned i = first + k * kBlock;
    if (i < n) sum += in[i];
  }
  return sum;
}

// The end of reduce_ladder: completely unrolled, by a template, with a last warp. It works on 512
// numbers, wherever they are. The result is thread 0's.
__device__ Number sum_of_block(Number* mine) {
  const int t = threadIdx.x;
#pragma unroll
  for (int stride = kBlock / 2; stride > 32; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] += mine[t + stride];
  }
  __syncthreads();
  if (t >= 32) return 0;
  Number sum = mine[t] + mine[t + 32];
#pragma unroll
  for (int stride = 16; stride > 0; stride /= 2) {
    mine[t] = sum;
    __syncwarp();
    const Number other = mine[t + stride];
    __syncwarp();
    sum += other;
  }
  return sum;
}

// Where reduce_ladder ended, and the same kernel with one difference: `mine` is shared.
template <int LOADS>
__global__ void in_global(const Number* in, Number* partial, Number* sums, unsigned n) {
  Number* mine = partial + blockIdx.x * kBlock;
  mine[threadIdx.x] = load<LOADS>(in, n);
  const Number sum = sum_of_block(mine);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

template <int LOADS>
__global__ void in_shared(const Number* in, Number*, Number* sums, unsigned n) {
  __shared__ Number mine[kBlock];
  mine[threadIdx.x] = load<LOADS>(in, n);
  const Number sum = sum_of_block(mine);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

// Shared memory sized by the launch. Nothing else changes: a kernel need not know the size.
template <int LOADS>
__global__ void in_dynamic(const Number* in, Number*, Number* sums, unsigned n) {
  extern __shared__ Number dynamic[];
  dynamic[threadIdx.x] = load<LOADS>(in, n);
  const Number sum = sum_of_block(dynamic);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

// The three ways to choose pairs, in shared memory. Neighboured pairs: few lanes work, but their
// words are in different banks as long as 2 * stride * (lanes at work in the warp) is at most 32.
__global__ void neighboured(const Number* in, Number*, Number* sums, unsigned n) {
  __shared__ Number mine[kBlock];
  const int t = threadIdx.x, threads = blockDim.x;
  mine[t] = load<1>(in, n);
  for (int stride = 1; stride < threads; stride *= 2) {
    __syncthreads();
    if (t % (2 * stride) == 0) mine[t] += mine[t + stride];
  }
  if (t == 0) sums[blockIdx.x] = mine[0];
}

// All lanes work, and the words of a warp lie 2 * stride apart: 2 lanes per bank in the first
// round, then 4, 8, 16.
__global__ void neighboured_packed(const Number* in, Number*, Number* sums, unsigned n) {
  __shared__ Number mine[kBlock];
  const int t = threadIdx.x, threads = blockDim.x;
  mine[t] = load<1>(in, n);
  for (int stride = 1; stride < threads; stride *= 2) {
    __syncthreads();
    const int i = 2 * stride * t;
    if (i < threads) mine[i] += mine[i + stride];
  }
  if (t == 0) sums[blockIdx.x] = mine[0];
}

// Neighbours in the warp are neighbours in memory: a bank for every lane, in every round.
__global__ void interleaved(const Number* in, Number*, Number* sums, unsigned n) {
  __shared__ Number mine[kBlock];
  const int t = threadIdx.x;
  mine[t] = load<1>(in, n);
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] += mine[t + stride];
  }
  if (t == 0) sums[blockIdx.x] = mine[0];
}

// WRONG: the last warp of older books. `volatile` makes every access go to memory. It says nothing
// about when the other lanes do theirs, and no rule says that 32 lanes run in step.
__global__ void last_warp_volatile(const Number* in, Number*, Number* sums, unsigned n) {
  __shared__ Number mine[kBlock];
  const int t = threadIdx.x;
  mine[t] = load<8>(in, n);
  for (int stride = kBlock / 2; stride > 32; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] += mine[t + stride];
  }
  __syncthreads();
  if (t < 32) {
    volatile Number* last = mine;
    for (int stride = 32; stride > 0; stride /= 2) last[t] = last[t] + last[t + stride];
  }
  if (t == 0) sums[blockIdx.x] = mine[0];
}

int main(int argc, char** argv) {
  const Options options(
      argc, argv, "One sum, by a ladder of kernels in shared memory.",
      {{.name = "broken", .fallback = 0, .max = 1, .help = "1: a last warp that races"}});
  const unsigned n =
      options.size({.cpu = 1 << 16, .gpu = 1 << 26, .bytes_per_element = 2 * sizeof(Number) + 1});
  const auto blocks_for = [n](int loads) { return (n - 1) / (loads * kBlock) + 1; };
  const std::vector<int> random = random_ints(n, 0, 1 << 30);
  const std::vector<Number> input(random.begin(), random.end());
  const Number total = std::accumulate(input.begin(), input.end(), Number{0});

  Number *in = nullptr, *partial = nullptr, *sums = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(Number)));
  CHECK(cudaMalloc(&partial, size_t{blocks_for(1)} * kBlock * sizeof(Number)));
  CHECK(cudaMalloc(&sums, blocks_for(1) * sizeof(Number)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(Number), cudaMemcpyHostToDevice));

  Experiment experiment("The sum of " + std::to_string(n) + " numbers", 1.0 * n * sizeof(Number));
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kLoadRequests,
                   Column::kSectorsPerLoad, Column::kBankConflicts});
  using Kernel = void (*)(const Number*, Number*, Number*, unsigned);
  const auto run = [&](const char* rung, Kernel kernel, int loads, int shared_bytes = 0) {
    const int blocks = blocks_for(loads);
    poison(partial, static_cast<long long>(blocks) * kBlock);
    poison(sums, blocks);
    experiment.run(
        rung, [&] { kernel<<<blocks, kBlock, shared_bytes>>>(in, partial, sums, n); },
        [&] {
          std::vector<Number> got(blocks);
          CHECK(cudaMemcpy(got.data(), sums, blocks * sizeof(Number), cudaMemcpyDeviceToHost));
          return difference(std::accumulate(got.begin(), got.end(), Number{0}), total);
        });
  };
  if (options["broken"] == 1) run("last warp, volatile", last_warp_volatile, 8);
  run("neighboured pairs", neighboured, 1);
  run("neighboured, less divergent", neighboured_packed, 1);
  run("interleaved pairs", interleaved, 1);
  run("unrolled, 1 load, global", in_global<1>, 1);
  run("unrolled, 1 load, shared", in_shared<1>, 1);
  run("unrolled, 8 loads, global", in_global<8>, 8);
  run("unrolled, 8 loads, shared", in_shared<8>, 8);
  run("unrolled, 8 loads, dynamic", in_dynamic<8>, 8, kBlock * sizeof(Number));
  run("unrolled, 16 loads, shared", in_shared<16>, 16);

  CHECK(cudaFree(in));
  CHECK(cudaFree(partial));
  CHECK(cudaFree(sums));
  return experiment.report();
}
