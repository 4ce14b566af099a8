// Chapter 05 · ladder_changes
//
// Rungs of reduce_ladder_shared that change several things at once, one change at a time: the remainder of rung 1,
// what rung 4 changes in rung 3, and whether the 8 loads of rung 5 have to be in flight at the same time.
//
//   ladder_changes [--size N]      N numbers, default 2^16 on the CPU backend, 2^26 on a GPU
#include <numeric>

#include "tutorial.cuh"

using Number = unsigned;  // wraps at 2^32: the same sum in every order
constexpr int kBlock = 512;

// Rung 1, and with `&` where it has `%`: the lanes at work stay spread over all warps.
template <bool kDivides>
__global__ void neighbouring(const Number* in, Number* sums, unsigned n, unsigned) {
  __shared__ Number mine[kBlock];
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  const int t = threadIdx.x, threads = blockDim.x;
  mine[t] = i < n ? in[i] : 0;
  for (int stride = 1; stride < threads; stride *= 2) {
    __syncthreads();
    const int rest = kDivides ? t % (2 * stride) : t & (2 * stride - 1);
    if (rest == 0) mine[t] += mine[t + stride];
  }
  if (t == 0) sums[blockIdx.x] = mine[0];
}

// Rung 3, and what leads to rung 4, each with what those before it have changed.
enum Change { kNone, kConstantBlock, kUnrolled, kLastWarp, kRegister };

template <int kChange>
__global__ void interleaved(const Number* in, Number* sums, unsigned n, unsigned) {
  __shared__ Number mine[kBlock];
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  const int t = threadIdx.x, threads = kChange >= kConstantBlock ? kBlock : blockDim.x;
  constexpr int kLast = kChange >= kLastWarp ? 32 : 0;
  [[maybe_unused]] constexpr int kUnroll = kChange >= kUnrolled ? 16 : 1;  // for nvcc alone
  mine[t] = i < n ? in[i] : 0;
#pragma unroll kUnroll
  for (int stride = threads / 2; stride > kLast; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] += mine[t + stride];
  }
  if (kChange >= kLastWarp) {  // 64 sums are left, for one warp
    __syncthreads();
    if (t >= 32) return;
    Number sum = mine[t] + mine[t + 32];
#pragma unroll
    for (int stride = 16; stride > 0; stride /= 2) {
      mine[t] = sum;
      __syncwarp();
      const Number other = mine[t + stride];
      __syncwarp();
      sum = (kChange >= kRegister ? sum : mine[t]) + other;
    }
    mine[t] = sum;
  }
  if (t == 0) sums[blockIdx.x] = mine[0];
}

// Rung 5: 8 loads per thread. If they are chained, each waits for the one before: `zero` is 0, which the compiler
// does not know, so that the number just loaded seems to say where the next one is.
template <bool kChained>
__global__ void eight_numbers(const Number* in, Number* sums, unsigned n, unsigned zero) {
  __shared__ Number mine[kBlock];
  const unsigned first = blockIdx.x * kBlock * 8 + threadIdx.x;
  const int t = threadIdx.x;
  Number sum = 0, number = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) {
    const unsigned i = first + k * kBlock + (kChained ? number & zero : 0);
    number = i < n ? in[i] : 0;
    sum += number;
  }
  mine[t] = sum;
#pragma unroll
  for (int stride = kBlock / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] += mine[t + stride];
  }
  if (t == 0) sums[blockIdx.x] = mine[0];
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Single changes of a ladder of reductions.");
  const unsigned n = options.size({.cpu = 1 << 16, .gpu = 1 << 26, .bytes_per_element = 5});
  const unsigned most_blocks = (n - 1) / kBlock + 1;
  const std::vector<int> random = random_ints(n, 0, 1 << 30);
  const std::vector<Number> input(random.begin(), random.end());
  Number *in = nullptr, *sums = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(Number)));
  CHECK(cudaMalloc(&sums, most_blocks * sizeof(Number)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(Number), cudaMemcpyHostToDevice));

  Experiment experiment("The sum of " + std::to_string(n) + " numbers", 1.0 * n * sizeof(Number));
  experiment.longest_name("8 numbers, one after the other");
  experiment.show({Column::kTime, Column::kOfCopy, Column::kInstructions, Column::kStall});
  experiment.show_count("shared requests", "%.0f",
                        [](const Counters& c) { return c.shared_requests(); });
  const Number total = std::accumulate(input.begin(), input.end(), Number{0});
  const auto run = [&](const char* name, auto* kernel, int loads = 1) {
    const int blocks = (n - 1) / (loads * kBlock) + 1;
    poison(sums, blocks);
    experiment.run(
        name, [&] { kernel<<<blocks, kBlock>>>(in, sums, n, 0); },
        [&] {
          std::vector<Number> got(blocks);
          CHECK(cudaMemcpy(got.data(), sums, blocks * sizeof(Number), cudaMemcpyDeviceToHost));
          return difference(std::accumulate(got.begin(), got.end(), Number{0}), total);
        });
  };
  run("neighbouring pairs, %", neighbouring<true>);
  run("neighbouring pairs, &", neighbouring<false>);
  run("interleaved pairs", interleaved<kNone>);
  run("  block size a constant", interleaved<kConstantBlock>);
  run("  unrolled", interleaved<kUnrolled>);
  run("  last warp alone", interleaved<kLastWarp>);
  run("  its sums in registers", interleaved<kRegister>);
  run("8 numbers, one after the other", eight_numbers<true>, 8);
  run("8 numbers, all in flight", eight_numbers<false>, 8);

  CHECK(cudaFree(in));
  CHECK(cudaFree(sums));
  return experiment.report();
}
