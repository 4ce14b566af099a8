// Chapter 05 · reduce_ladder
//
// The ladder of reduce_ladder_shared with the partial sums in global memory: there scattered words
// cost sectors, not bank conflicts. The last rung moves them to shared memory.
//
//   reduce_ladder [--size N]      N numbers, default 2^16 on the CPU backend, 2^26 on a GPU
#include <numeric>

#include "tutorial.cuh"

using Number = unsigned;  // wraps at 2^32: the same sum in every order
constexpr int kBlock = 512;
static_assert((kBlock & (kBlock - 1)) == 0);  // the trees halve it until one sum is left

// What a thread begins with: LOADS numbers, a block's width apart. The loads do not depend on each
// other, so all are in flight before the first addition.
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

// Neighboured pairs: the lanes at work are spread over all warps.
__global__ void neighbouring(const Number* in, Number* partial, Number* sums, unsigned n) {
  Number* mine = partial + blockIdx.x * blockDim.x;
  const int t = threadIdx.x, threads = blockDim.x;
  mine[t] = load<1>(in, n);
  for (int stride = 1; stride < threads; stride *= 2) {
    __syncthreads();
    if (t % (2 * stride) == 0) mine[t] += mine[t + stride];
  }
  if (t == 0) sums[blockIdx.x] = mine[0];
}

// The same pairs in full warps.
__global__ void neighbouring_packed(const Number* in, Number* partial, Number* sums, unsigned n) {
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

// Interleaved pairs: neighbouring lanes use neighbouring words. With more numbers per thread there
// are fewer blocks, and each builds one tree.
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

// The tree of BLOCK sums, in global or shared memory, the last 64 of them by one warp. BLOCK may be
// known to the compiler, or 0. The result is thread 0's.
template <int BLOCK>
__device__ Number sum_of_block(Number* mine) {
  const int t = threadIdx.x, threads = BLOCK > 0 ? BLOCK : blockDim.x;
#pragma unroll
  for (int stride = threads / 2; stride > 32; stride /= 2) {
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

template <int BLOCK>
__global__ void last_warp(const Number* in, Number* partial, Number* sums, unsigned n) {
  Number* mine = partial + blockIdx.x * blockDim.x;
  mine[threadIdx.x] = load<8>(in, n);
  const Number sum = sum_of_block<BLOCK>(mine);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

// Shared memory instead, sized by the launch.
__global__ void in_shared(const Number* in, Number*, Number* sums, unsigned n) {
  extern __shared__ Number mine[];
  mine[threadIdx.x] = load<8>(in, n);
  const Number sum = sum_of_block<kBlock>(mine);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "One sum, by a ladder of kernels in global memory.");
  const unsigned n = options.size({.cpu = 1 << 16, .gpu = 1 << 26, .bytes_per_element = 9});
  const unsigned most_blocks = (n - 1) / kBlock + 1;
  const std::vector<int> random = random_ints(n, 0, 1 << 30);
  const std::vector<Number> input(random.begin(), random.end());

  Number *in = nullptr, *partial = nullptr, *sums = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(Number)));
  CHECK(cudaMalloc(&partial, size_t{most_blocks} * kBlock * sizeof(Number)));
  CHECK(cudaMalloc(&sums, most_blocks * sizeof(Number)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(Number), cudaMemcpyHostToDevice));

  Experiment experiment("The sum of " + std::to_string(n) + " numbers", 1.0 * n * sizeof(Number));
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kLoadRequests,
                   Column::kSectorsPerLoad, Column::kActiveLanes});
  const Number total = std::accumulate(input.begin(), input.end(), Number{0});
  const auto run = [&](const char* rung, auto* kernel, int loads) {
    const int blocks = (n - 1) / (loads * kBlock) + 1;
    const int shared = kernel == in_shared ? kBlock * sizeof(Number) : 0;
    poison(partial, static_cast<long long>(blocks) * kBlock);
    poison(sums, blocks);
    experiment.run(
        rung, [&] { kernel<<<blocks, kBlock, shared>>>(in, partial, sums, n); },
        [&] {
          std::vector<Number> got(blocks);
          CHECK(cudaMemcpy(got.data(), sums, blocks * sizeof(Number), cudaMemcpyDeviceToHost));
          return difference(std::accumulate(got.begin(), got.end(), Number{0}), total);
        });
  };
  run("neighbouring pairs", neighbouring, 1);
  run("neighbouring, full warps", neighbouring_packed, 1);
  run("interleaved pairs", interleaved<1>, 1);
  run("  2 loads per thread", interleaved<2>, 2);
  run("  4 loads per thread", interleaved<4>, 4);
  run("  8 loads per thread", interleaved<8>, 8);
  run("  last warp unrolled", last_warp<0>, 8);
  run("  block size a template", last_warp<kBlock>, 8);
  run("  in shared memory, dynamic", in_shared, 8);

  for (Number* memory : {in, partial, sums}) CHECK(cudaFree(memory));
  return experiment.report();
}
