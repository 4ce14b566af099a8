// Chapter 16 · softmax_rows
//
// Softmax of every row of a matrix: e^(x - max) / sum of all e^(x - max). Each way reads a row fewer
// times than the one before: three times, twice, once. An element may be -inf; a row in which all
// are has zeros as its result.
//
//   softmax_rows [--size N] [--length L]      N floats in all, default 120000 on the CPU backend, 2^26
//                                             on a GPU; in rows of L, default 1000, 8000 and 40000
#include <cooperative_groups.h>

#include "softmax_rows.cuh"
#include "tutorial/cluster.cuh"

namespace cg = cooperative_groups;

constexpr int kBlocks = 8;  // of a cluster

// What is known of some values: their maximum, and the sum of e^(value - maximum). No values: -inf, 0.
struct Sum {
  float max = -kInf, sum = 0;
};

// e^(x - max). If x is -inf, max may be as well, and -inf - -inf is not a number.
__device__ float exp_of(float x, float max) { return x == -kInf ? 0 : expf(x - max); }

// Both sums are scaled to the larger maximum; one of the factors is 1.
__device__ Sum combine(Sum a, Sum b) {
  const float max = fmaxf(a.max, b.max);
  return {max, a.sum * exp_of(a.max, max) + b.sum * exp_of(b.max, max)};
}

__device__ Sum of_warp(Sum a) {
  for (int offset = 16; offset > 0; offset /= 2) {
    a = combine(a, {__shfl_xor_sync(~0u, a.max, offset), __shfl_xor_sync(~0u, a.sum, offset)});
  }
  return a;
}

// All threads get the result.
__device__ Sum of_block(Sum a) {
  __shared__ Sum sums[kBlock / 32];
  a = of_warp(a);
  __syncthreads();  // the last result has been read
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = a;
  __syncthreads();
  return of_warp(threadIdx.x % 32 < kBlock / 32 ? sums[threadIdx.x % 32] : Sum());
}

// All blocks get the result: each writes its own into the shared memory of all.
__device__ Sum of_cluster(Sum a) {
  __shared__ Sum sums[kBlocks];
  const cg::cluster_group cluster = cg::this_cluster();
  a = of_block(a);
  cluster.sync();  // all blocks have begun
  if (threadIdx.x < kBlocks) {
    cluster.map_shared_rank(sums, threadIdx.x)[cluster.block_rank()] = a;
  }
  cluster.sync();
  return of_warp(threadIdx.x % 32 < kBlocks ? sums[threadIdx.x % 32] : Sum());
}

__device__ float inverse(float sum) { return sum > 0 ? 1 / sum : 0; }

// The formula as it stands, a block per row: the maximum, the sum, the results. Three reads.
__global__ void three_passes(const float* in, float* out, int n) {
  in += 1LL * blockIdx.x * n, out += 1LL * blockIdx.x * n;
  float max = -kInf, sum = 0;
  for (int i = threadIdx.x; i < n; i += kBlock) max = fmaxf(max, in[i]);
  max = of_block({max, 0}).max;
  for (int i = threadIdx.x; i < n; i += kBlock) sum += exp_of(in[i], max);
  const float factor = inverse(of_block({max, sum}).sum);
  for (int i = threadIdx.x; i < n; i += kBlock) out[i] = exp_of(in[i], max) * factor;
}

// Online: the sum so far is scaled down when a larger maximum comes. Two reads.
__global__ void two_passes(const float* in, float* out, int n) {
  in += 1LL * blockIdx.x * n, out += 1LL * blockIdx.x * n;
  Sum a;
  for (int i = threadIdx.x; i < n; i += kBlock) a = combine(a, {in[i], 1});
  a = of_block(a);
  const float factor = inverse(a.sum);
  for (int i = threadIdx.x; i < n; i += kBlock) out[i] = exp_of(in[i], a.max) * factor;
}

// The row stays in registers: thread t of `threads` keeps every threads-th element. One read. The loops
// are unrolled, because registers have no index.
template <class Join>
__device__ void keep_row(const float* in, float* out, int n, int t, int threads, const Join& join) {
  float x[kKept];
  Sum a;
#pragma unroll
  for (int k = 0; k < kKept; ++k) {
    x[k] = t + k * threads < n ? in[t + k * threads] : -kInf;
    a.max = fmaxf(a.max, x[k]);
  }
#pragma unroll
  for (int k = 0; k < kKept; ++k) {
    x[k] = exp_of(x[k], a.max);  // this thread's maximum
    a.sum += x[k];
  }
  const Sum all = join(a);
  const float factor = exp_of(a.max, all.max) * inverse(all.sum);
#pragma unroll
  for (int k = 0; k < kKept; ++k) {
    if (t + k * threads < n) out[t + k * threads] = x[k] * factor;
  }
}

// Up to 1024 elements per row: a warp needs neither shared memory nor a barrier.
__global__ void warp_per_row(const float* in, float* out, int rows, int n) {
  const int row = (blockIdx.x * kBlock + threadIdx.x) / 32;
  if (row >= rows) return;
  keep_row(in + 1LL * row * n, out + 1LL * row * n, n, threadIdx.x % 32, 32, of_warp);
}

// Up to 8192.
__global__ void block_per_row(const float* in, float* out, int n) {
  const long long row = blockIdx.x;
  keep_row(in + row * n, out + row * n, n, threadIdx.x, kBlock, of_block);
}

// Up to 65536.
__global__ void cluster_per_row(const float* in, float* out, int n) {
  const long long row = blockIdx.x / kBlocks;
  const int t = blockIdx.x % kBlocks * kBlock + threadIdx.x;
  keep_row(in + row * n, out + row * n, n, t, kBlocks * kBlock, of_cluster);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Softmax of rows, each read three times, twice and once.",
                        {length_option()});
  require_compute_capability(9, 0);
  const auto ways = [](const auto& run, const float* in, float* out, int rows, int n) {
    run("three passes", [&] { three_passes<<<rows, kBlock>>>(in, out, n); });
    run("two passes, online", [&] { two_passes<<<rows, kBlock>>>(in, out, n); });
    if (n <= 32 * kKept) {
      const int blocks = (rows - 1) / (kBlock / 32) + 1;
      run("a warp keeps the row", [&] { warp_per_row<<<blocks, kBlock>>>(in, out, rows, n); });
    }
    if (n <= kBlock * kKept) {
      run("a block keeps the row", [&] { block_per_row<<<rows, kBlock>>>(in, out, n); });
    }
    run("a cluster keeps the row", [&] {
      launch_in_clusters(kBlocks, rows * kBlocks, kBlock, 0, cluster_per_row, in, out, n);
    });
  };
  return verdict(compare_softmax(options, ways));
}
