// Chapter 05 · reduce_ladder_shared
//
// The sum of n numbers, by kernels of which each changes the one before it. A block
// builds a tree of sums in shared memory and leaves one sum; the host adds up what the blocks left.
//
//   reduce_ladder_shared [--size N] [--broken 1]   N numbers, default 2^16 on the CPU backend, 2^26
//                                                  on a GPU; 1 runs the last warp of older books
#include <numeric>

#include "tutorial.cuh"

// Unsigned numbers wrap at 2^32. Their sum is the same in every order, so results must be equal.
using Number = unsigned;
constexpr int kBlock = 512;
static_assert((kBlock & (kBlock - 1)) == 0);  // the trees halve it until one sum is left

// Rung 1, neighbouring pairs. In each round every second one of the remaining sums takes in its
// neighbour. The threads that add are spread over all warps.
__global__ void neighbouring(const Number* in, Number* sums, unsigned n) {
  __shared__ Number mine[kBlock];
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  const int t = threadIdx.x, threads = blockDim.x;
  mine[t] = i < n ? in[i] : 0;
  for (int stride = 1; stride < threads; stride *= 2) {
    __syncthreads();
    if (t % (2 * stride) == 0) mine[t] += mine[t + stride];
  }
  if (t == 0) sums[blockIdx.x] = mine[0];
}

// Rung 2, full warps. The same pairs, but the first threads add them: a warp works with all of its
// lanes or not at all. Its lanes now use words that are 2 * stride apart.
__global__ void neighbouring_packed(const Number* in, Number* sums, unsigned n) {
  __shared__ Number mine[kBlock];
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  const int t = threadIdx.x, threads = blockDim.x;
  mine[t] = i < n ? in[i] : 0;
  for (int stride = 1; stride < threads; stride *= 2) {
    __syncthreads();
    const int left = 2 * stride * t;
    if (left < threads) mine[left] += mine[left + stride];
  }
  if (t == 0) sums[blockIdx.x] = mine[0];
}

// Rung 3, interleaved pairs. The lower half takes in the upper half: neighbouring lanes use
// neighbouring words, and each has a bank for itself.
__global__ void interleaved(const Number* in, Number* sums, unsigned n) {
  __shared__ Number mine[kBlock];
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  const int t = threadIdx.x;
  mine[t] = i < n ? in[i] : 0;
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] += mine[t + stride];
  }
  if (t == 0) sums[blockIdx.x] = mine[0];
}

// One warp adds up the last 64 sums. All 32 lanes go on to the end, but only lane 0's sum counts.
__device__ Number sum_of_64(Number* mine, int lane) {
  Number sum = mine[lane] + mine[lane + 32];
#pragma unroll
  for (int stride = 16; stride > 0; stride /= 2) {
    mine[lane] = sum;
    __syncwarp();  // the other lanes see what has been written
    const Number other = mine[lane + stride];
    __syncwarp();  // all have read before the next round writes
    sum += other;
  }
  return sum;
}

// WRONG: what older books do instead. `volatile` makes every access go to memory. It says nothing
// about when the other lanes do theirs, and no rule says that 32 lanes run in step.
__device__ Number sum_of_64_volatile(Number* mine, int lane) {
  volatile Number* last = mine;
  for (int stride = 32; stride > 0; stride /= 2) last[lane] = last[lane] + last[lane + stride];
  return last[lane];
}

// Rungs 4 to 6. Rung 4: from 64 sums on one warp works alone, without barriers of the block, and
// nvcc unrolls the loop, whose bounds are constants. Rungs 5 and 6: a thread adds up LOADS numbers
// in a register first. A block's width lies between them, so each of its loads is coalesced.
template <int LOADS, bool RACES = false>
__global__ void last_warp(const Number* in, Number* sums, unsigned n) {
  __shared__ Number mine[kBlock];
  const unsigned first = blockIdx.x * kBlock * LOADS + threadIdx.x;
  const int t = threadIdx.x;
  Number sum = 0;
#pragma unroll
  for (int k = 0; k < LOADS; ++k) {
    const unsigned i = first + k * kBlock;
    if (i < n) sum += in[i];
  }
  mine[t] = sum;
#pragma unroll
  for (int stride = kBlock / 2; stride > 32; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] += mine[t + stride];
  }
  __syncthreads();
  if (t >= 32) return;
  sum = RACES ? sum_of_64_volatile(mine, t) : sum_of_64(mine, t);
  if (t == 0) sums[blockIdx.x] = sum;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "One sum, by a ladder of kernels.",
                        {{.name = "broken", .max = 1, .help = "1: a last warp that races"}});
  const unsigned n = options.size({.cpu = 1 << 16, .gpu = 1 << 26, .bytes_per_element = 5});
  const unsigned most_blocks = (n - 1) / kBlock + 1;
  const std::vector<int> random = random_ints(n, 0, 1 << 30);
  const std::vector<Number> input(random.begin(), random.end());

  Number *in = nullptr, *sums = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(Number)));
  CHECK(cudaMalloc(&sums, most_blocks * sizeof(Number)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(Number), cudaMemcpyHostToDevice));

  Experiment experiment("The sum of " + std::to_string(n) + " numbers", 1.0 * n * sizeof(Number));
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kBankConflicts});
  experiment.show_count("shared requests", "%.0f",
                        [](const Counters& c) { return c.shared_requests(); });
  const Number total = std::accumulate(input.begin(), input.end(), Number{0});
  const auto run = [&](const char* rung, auto* kernel, int loads) {
    const int blocks = (n - 1) / (loads * kBlock) + 1;
    poison(sums, blocks);
    experiment.run(
        rung, [&] { kernel<<<blocks, kBlock>>>(in, sums, n); },
        [&] {
          std::vector<Number> got(blocks);
          CHECK(cudaMemcpy(got.data(), sums, blocks * sizeof(Number), cudaMemcpyDeviceToHost));
          return difference(std::accumulate(got.begin(), got.end(), Number{0}), total);
        });
  };
  if (options["broken"] == 1) run("last warp, volatile", last_warp<1, true>, 1);
  run("neighbouring pairs", neighbouring, 1);
  run("neighbouring, full warps", neighbouring_packed, 1);
  run("interleaved pairs", interleaved, 1);
  run("last warp alone", last_warp<1>, 1);
  run("8 numbers per thread", last_warp<8>, 8);
  run("16 numbers per thread", last_warp<16>, 16);

  CHECK(cudaFree(in));
  CHECK(cudaFree(sums));
  return experiment.report();
}
