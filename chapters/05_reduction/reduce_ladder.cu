// Chapter 05 · reduce_ladder
//
// The sum of n numbers, first by the host, then by kernels of which each changes one thing in the
// one before it. A block leaves one sum; the host adds up the few that remain. The partial sums of
// all rungs are in global memory: reduce_ladder_shared goes on from the last one.
//
//   reduce_ladder [--size N]      N numbers, default 2^16 on the CPU backend, 2^26 on a GPU
#include <numeric>

#include "tutorial.cuh"

// Unsigned numbers wrap at 2^32. Their sum is the same in every order, so results must be equal.
using Number = unsigned;
constexpr int kBlock = 512;

// The host's way: a sum is the sum of two halves, and these do not depend on each other.
Number sum_recursively(const Number* x, size_t n) {
  if (n == 1) return *x;
  return sum_recursively(x, n / 2) + sum_recursively(x + n / 2, n - n / 2);
}

// What a thread begins with: LOADS numbers, a block's width apart, so that a warp always reads
// neighbours. The loads do not depend on each other and are all on their way before the first sum.
template <int LOADS>
__device__ Number load(const Number* in, unsigned n) {
  const unsigned first = blockIdx.x * blockDim.x * LOADS + threadIdx.x;
  Number sum = 0;
#pragma unroll
  for (int k = 0; k < LOADS; ++k) {
    const unsigned i = first + k * blockDim.x;
    if (i < n) sum += in[i];
  }
  return sum;
}

// Rung 1. In each round, every second one of the remaining sums takes in its neighbour. The lanes
// at work are spread over all warps, and all warps stay to the end.
__global__ void neighboured(const Number* in, Number* partial, Number* sums, unsigned n) {
  Number* mine = partial + blockIdx.x * blockDim.x;
  const int t = threadIdx.x, threads = blockDim.x;
  mine[t] = load<1>(in, n);
  for (int stride = 1; stride < threads; stride *= 2) {
    __syncthreads();
    if (t % (2 * stride) == 0) mine[t] += mine[t + stride];
  }
  if (t == 0) sums[blockIdx.x] = mine[0];
}

// Rung 2. The same pairs, but the first threads do them: warps work with all lanes or with none.
__global__ void neighboured_packed(const Number* in, Number* partial, Number* sums, unsigned n) {
  Number* mine = partial + blockIdx.x * blockDim.x;
  const int t = threadIdx.x, threads = blockDim.x;
  mine[t] = load<1>(in, n);
  for (int stride = 1; stride < threads; stride *= 2) {
    __syncthreads();
    const int i = 2 * stride * t;
    if (i < threads) mine[i] += mine[i + stride];
  }
  if (t == 0) sums[blockIdx.x] = mine[0];
}

// Rung 3. Other pairs: the lower half takes in the upper half, so neighbours stay neighbours.
// Rungs 4 to 6 are the same with more numbers per thread, which makes the block's share larger.
template <int LOADS>
__global__ void interleaved(const Number* in, Number* partial, Number* sums, unsigned n) {
  Number* mine = partial + blockIdx.x * blockDim.x;
  const int t = threadIdx.x;
  mine[t] = load<LOADS>(in, n);
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] += mine[t + stride];
  }
  if (t == 0) sums[blockIdx.x] = mine[0];
}

// The last 64 sums are added up by one warp, which needs no barrier of the block. But it does need
// __syncwarp: lanes need not run in step, and it makes their writes visible to each other. All 32
// lanes go on adding; what the upper ones compute is not used. The result is lane 0's.
__device__ Number sum_of_64(Number* mine, int lane) {
  Number sum = mine[lane] + mine[lane + 32];
#pragma unroll
  for (int stride = 16; stride > 0; stride /= 2) {
    mine[lane] = sum;
    __syncwarp();
    const Number other = mine[lane + stride];
    __syncwarp();  // all have read before the next round writes
    sum += other;
  }
  return sum;
}

// Rung 7. The last warp is unrolled: six rounds of the loop are gone, and 5 of 9 barriers.
__global__ void last_warp(const Number* in, Number* partial, Number* sums, unsigned n) {
  Number* mine = partial + blockIdx.x * blockDim.x;
  const int t = threadIdx.x;
  mine[t] = load<8>(in, n);
  for (int stride = blockDim.x / 2; stride > 32; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] += mine[t + stride];
  }
  __syncthreads();
  if (t >= 32) return;
  const Number sum = sum_of_64(mine, t);
  if (t == 0) sums[blockIdx.x] = sum;
}

// Rung 8. The rest of the loop written out, for every size a block may have: no counting, but a
// comparison per round, because the size is known only at the launch.
__global__ void unrolled(const Number* in, Number* partial, Number* sums, unsigned n) {
  Number* mine = partial + blockIdx.x * blockDim.x;
  const int t = threadIdx.x;
  mine[t] = load<8>(in, n);
  __syncthreads();
  if (blockDim.x >= 1024 && t < 512) mine[t] += mine[t + 512];
  __syncthreads();
  if (blockDim.x >= 512 && t < 256) mine[t] += mine[t + 256];
  __syncthreads();
  if (blockDim.x >= 256 && t < 128) mine[t] += mine[t + 128];
  __syncthreads();
  if (blockDim.x >= 128 && t < 64) mine[t] += mine[t + 64];
  __syncthreads();
  if (t >= 32) return;
  const Number sum = sum_of_64(mine, t);
  if (t == 0) sums[blockIdx.x] = sum;
}

// Rung 9. The size as a template parameter: the compiler unrolls the loop by itself, and every
// comparison that is left is one between thread numbers.
template <int BLOCK>
__global__ void templated(const Number* in, Number* partial, Number* sums, unsigned n) {
  Number* mine = partial + blockIdx.x * BLOCK;
  const int t = threadIdx.x;
  mine[t] = load<8>(in, n);
#pragma unroll
  for (int stride = BLOCK / 2; stride > 32; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] += mine[t + stride];
  }
  __syncthreads();
  if (t >= 32) return;
  const Number sum = sum_of_64(mine, t);
  if (t == 0) sums[blockIdx.x] = sum;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "One sum, by a ladder of kernels in global memory.");
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
                   Column::kSectorsPerLoad, Column::kActiveLanes});
  Number by_host = 0;
  experiment.run(
      "host, recursive", [&] { by_host = sum_recursively(input.data(), n); },
      [&] { return difference(by_host, total); });

  using Kernel = void (*)(const Number*, Number*, Number*, unsigned);
  const auto run = [&](const char* rung, Kernel kernel, int loads) {
    const int blocks = blocks_for(loads);
    poison(partial, static_cast<long long>(blocks) * kBlock);
    poison(sums, blocks);
    experiment.run(
        rung, [&] { kernel<<<blocks, kBlock>>>(in, partial, sums, n); },
        [&] {
          std::vector<Number> got(blocks);
          CHECK(cudaMemcpy(got.data(), sums, blocks * sizeof(Number), cudaMemcpyDeviceToHost));
          return difference(std::accumulate(got.begin(), got.end(), Number{0}), total);
        });
  };
  run("neighboured pairs", neighboured, 1);
  run("neighboured, less divergent", neighboured_packed, 1);
  run("interleaved pairs", interleaved<1>, 1);
  run("  2 loads per thread", interleaved<2>, 2);
  run("  4 loads per thread", interleaved<4>, 4);
  run("  8 loads per thread", interleaved<8>, 8);
  run("  last warp unrolled", last_warp, 8);
  run("  completely unrolled", unrolled, 8);
  run("  block size a template", templated<kBlock>, 8);

  CHECK(cudaFree(in));
  CHECK(cudaFree(partial));
  CHECK(cudaFree(sums));
  return experiment.report();
}
