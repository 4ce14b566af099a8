// Chapter 11 · cluster_softmax
//
// Softmax of long rows: e^(x - max) / sum of all e^(x - max). The maximum and the sum need the whole
// row before the first result is known. Rows of 2^16 to 2^18 floats are larger than a block's shared
// memory, but not than a cluster's.
//
//   cluster_softmax [--size N]      N floats in all, default 2^15 in rows of 2^13 on the CPU backend,
//                                   2^25 in rows of 2^16, 2^17 and 2^18 on a GPU
#include <cooperative_groups.h>

#include "tutorial.cuh"
#include "tutorial/cluster.cuh"

namespace cg = cooperative_groups;

constexpr int kBlock = kCountsInsteadOfTimes ? 128 : 1024;
constexpr int kPart = kBlock / 2;  // threads for a part of a row

// The maximum of some values and the sum of e^(value - maximum): two such pairs make one.
struct Sum {
  float max = -1e30f, sum = 0;
};

__device__ Sum combine(Sum a, Sum b) {
  const float max = fmaxf(a.max, b.max);
  return {max, a.sum * __expf(a.max - max) + b.sum * __expf(b.max - max)};
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
  return of_warp(threadIdx.x % 32 < blockDim.x / 32 ? sums[threadIdx.x % 32] : Sum());
}

__device__ float max_of(float4 v) { return fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)); }
__device__ float4 exp_of(float4 v, float max) {
  return make_float4(__expf(v.x - max), __expf(v.y - max), __expf(v.z - max), __expf(v.w - max));
}
__device__ float sum_of(float4 v) { return (v.x + v.y) + (v.z + v.w); }
__device__ float4 times(float4 v, float f) {
  return make_float4(v.x * f, v.y * f, v.z * f, v.w * f);
}

// A block per row, by the formula: the maximum, the sum, the results. Three reads.
__global__ void __launch_bounds__(kBlock) three_passes(const float4* in, float4* out, int n4) {
  in += static_cast<long long>(blockIdx.x) * n4, out += static_cast<long long>(blockIdx.x) * n4;
  Sum a;
  for (int i = threadIdx.x; i < n4; i += kBlock) a.max = fmaxf(a.max, max_of(in[i]));
  const float max = of_block(a).max;
  a = {max, 0};
  for (int i = threadIdx.x; i < n4; i += kBlock) a.sum += sum_of(exp_of(in[i], max));
  const float factor = 1 / of_block(a).sum;
  for (int i = threadIdx.x; i < n4; i += kBlock) out[i] = times(exp_of(in[i], max), factor);
}

// Maximum and sum in one read: when the maximum grows, the sum so far is scaled down.
__global__ void __launch_bounds__(kBlock) two_passes(const float4* in, float4* out, int n4) {
  in += static_cast<long long>(blockIdx.x) * n4, out += static_cast<long long>(blockIdx.x) * n4;
  Sum a;
#pragma unroll 4
  for (int i = threadIdx.x; i < n4; i += kBlock) {
    const float4 v = in[i];
    const float max = max_of(v);
    a = combine(a, {max, sum_of(exp_of(v, max))});
  }
  a = of_block(a);
  const float factor = 1 / a.sum;
#pragma unroll 4
  for (int i = threadIdx.x; i < n4; i += kBlock) out[i] = times(exp_of(in[i], a.max), factor);
}

// A cluster per row: each block keeps its part of the row in shared memory. Only the blocks' sums, two
// floats each, go from block to block.
__global__ void __launch_bounds__(kPart) one_pass(const float4* in, float4* out, int n4) {
  extern __shared__ float4 part[];
  __shared__ Sum sums[16];
  const cg::cluster_group cluster = cg::this_cluster();
  cluster.barrier_arrive();  // this block has begun
  const int size = cluster.num_blocks(), rank = cluster.block_rank(), count = n4 / size;
  in += static_cast<long long>(blockIdx.x) * count,
      out += static_cast<long long>(blockIdx.x) * count;
  Sum a;
#pragma unroll 4
  for (int i = threadIdx.x; i < count; i += kPart) {
    part[i] = in[i];
    a.max = fmaxf(a.max, max_of(part[i]));
  }
  const float max = of_block(a).max;  // of this block
  a = {max, 0};
  for (int i = threadIdx.x; i < count; i += kPart) {
    part[i] = exp_of(part[i], max);
    a.sum += sum_of(part[i]);
  }
  a = of_block(a);
  cluster.barrier_wait();  // all blocks have begun, long ago
  const int t = threadIdx.x;
  if (t < size) cluster.map_shared_rank(sums, t)[rank] = a;
  cluster.sync();  // the sums of all blocks have arrived; nothing remote follows
  a = of_warp(t % 32 < size ? sums[t % 32] : Sum());
  const float factor = __expf(max - a.max) / a.sum;
  for (int i = t; i < count; i += kPart) out[i] = times(part[i], factor);
}

// In double precision, row by row.
std::vector<float> softmax_of(const std::vector<float>& input, int length) {
  std::vector<float> result(input.size());
  for (std::size_t row = 0; row < input.size(); row += length) {
    const auto begin = input.begin() + row, end = begin + length;
    const float max = *std::max_element(begin, end);
    double sum = 0;
    std::transform(begin, end, result.begin() + row, [&](float x) {
      const float e = std::exp(x - max);
      sum += e;
      return e;
    });
    for (int i = 0; i < length; ++i) result[row + i] = static_cast<float>(result[row + i] / sum);
  }
  return result;
}

int main(int argc, char** argv) {
  const Options options(argc, argv,
                        "Softmax of rows that are longer than a block's shared memory.");
  require_compute_capability(9, 0);
  const std::vector<int> lengths = kCountsInsteadOfTimes
                                       ? std::vector<int>{1 << 13}
                                       : std::vector<int>{1 << 16, 1 << 17, 1 << 18};
  const int given = options.size({.cpu = 1 << 15, .gpu = 1 << 25});
  const int n = (given + lengths.back() - 1) / lengths.back() * lengths.back();  // whole rows
  const std::vector<float> input = random_floats(n, -5, 10);
  float4 *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  const int most = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) - 1024;
  bool ok = true;
  for (const int length : lengths) {
    const int rows = n / length, n4 = length / 4;
    const std::vector<float> expected = softmax_of(input, length);
    Experiment experiment(std::to_string(rows) + " rows of " + std::to_string(length),
                          reinterpret_cast<float*>(out), n, 8.0 * n, {.relative = 1e-4});
    experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kOfPeer,
                     Column::kLoadRequests});
    experiment.show_count("remote requests", "%.0f", &Counters::distributed_requests);
    experiment.compare_with("two passes", "× two passes");
    experiment.run(
        "three passes", [&] { three_passes<<<rows, kBlock>>>(in, out, n4); }, expected);
    experiment.run(
        "two passes", [&] { two_passes<<<rows, kBlock>>>(in, out, n4); }, expected);
    for (const int size : {2, 4, 8, 16}) {
      const int shared = length / size * static_cast<int>(sizeof(float));
      if (shared > most) continue;  // a part of the row does not fit into a block's shared memory
      experiment.run(
          "a cluster of " + std::to_string(size),
          [&] {
            launch_in_clusters(size, rows * size, kPart, shared, one_pass,
                               static_cast<const float4*>(in), out, n4);
          },
          expected);
    }
    ok &= experiment.finish();
  }
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return verdict(ok);
}
