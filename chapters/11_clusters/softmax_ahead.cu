// Chapter 11 · softmax_ahead
//
// Softmax of long rows: e^(x - max) / sum of all e^(x - max). The maximum and the sum need the whole
// row before the first result is known. Rows of 2^16 to 2^18 floats are larger than a block's shared
// memory, but not than a cluster's.
//
//   softmax_ahead [--size N]        N floats in all, default 2^15 in rows of 2^13 on the CPU backend,
//                                   2^25 in rows of 2^16, 2^17 and 2^18 on a GPU
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include "tutorial.cuh"
#include "tutorial/cluster.cuh"

namespace cg = cooperative_groups;

constexpr int kBlock = kCountsInsteadOfTimes ? 128 : 1024;
constexpr int kWarps = kBlock / 32;
constexpr int kHeld = 8;  // float4 that a thread keeps in registers, in one_block

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
  __shared__ Sum sums[kWarps];
  a = of_warp(a);
  __syncthreads();  // the last result has been read
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = a;
  __syncthreads();
  return of_warp(threadIdx.x % 32 < kWarps ? sums[threadIdx.x % 32] : Sum());
}

__device__ float max_of(float4 v) { return fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)); }
__device__ float4 exp_of(float4 v, float max) {
  return make_float4(__expf(v.x - max), __expf(v.y - max), __expf(v.z - max), __expf(v.w - max));
}
__device__ float sum_of(float4 v) { return (v.x + v.y) + (v.z + v.w); }
__device__ float4 times(float4 v, float f) {
  return make_float4(v.x * f, v.y * f, v.z * f, v.w * f);
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

// A block per row, if it is not too long: half of the row in registers, half in shared memory.
__global__ void __launch_bounds__(kBlock) one_block(const float4* in, float4* out, int n4) {
  extern __shared__ float4 row[];
  in += static_cast<long long>(blockIdx.x) * n4, out += static_cast<long long>(blockIdx.x) * n4;
  float4 held[kHeld];
  Sum a;
#pragma unroll
  for (int k = 0; k < kHeld; ++k) {
    held[k] = in[k * kBlock + threadIdx.x];
    const float4 v = row[k * kBlock + threadIdx.x] = in[(kHeld + k) * kBlock + threadIdx.x];
    const float max = fmaxf(max_of(held[k]), max_of(v));
    a = combine(a, {max, sum_of(exp_of(held[k], max)) + sum_of(exp_of(v, max))});
  }
  a = of_block(a);
  const float factor = 1 / a.sum;
#pragma unroll
  for (int k = 0; k < kHeld; ++k) {
    const int i = k * kBlock + threadIdx.x;
    out[i] = times(exp_of(held[k], a.max), factor);
    out[kHeld * kBlock + i] = times(exp_of(row[i], a.max), factor);
  }
}

// A cluster per row, row after row: each block keeps its part of the row in shared memory, where the
// next row's part arrives meanwhile. Only the blocks' sums, two floats each, go from block to block.
__global__ void __launch_bounds__(kBlock)
    one_pass(const float4* in, float4* out, int n4, int rows) {
  extern __shared__ float4 memory[];
  __shared__ Sum sums[2][16];
  const cg::cluster_group cluster = cg::this_cluster();
  const cg::thread_block block = cg::this_thread_block();
  const int size = static_cast<int>(cluster.num_blocks()), rank = cluster.block_rank(),
            part = n4 / size;
  const int step = gridDim.x / size;  // clusters
  const auto place_of = [&](int row) { return static_cast<long long>(row) * n4 + rank * part; };
  const auto fetch = [&](int row, int buffer) {  // returns before the values are there
    if (row >= rows) return;
    cg::memcpy_async(block, memory + buffer * part, in + place_of(row), part * sizeof(float4));
  };
  fetch(blockIdx.x / size, 0);
  cluster.sync();  // all blocks have begun
  int buffer = 0;
  for (int row = blockIdx.x / size; row < rows; row += step, buffer ^= 1) {
    cg::wait(block);  // for the fetch, and for all threads of the block
    float4* const values = memory + buffer * part;
    Sum a;
    for (int i = threadIdx.x; i < part; i += kBlock) a.max = fmaxf(a.max, max_of(values[i]));
    const float max = of_block(a).max;
    a = {max, 0};
    for (int i = threadIdx.x; i < part; i += kBlock) {
      values[i] = exp_of(values[i], max);
      a.sum += sum_of(values[i]);
    }
    a = of_block(a);
    if (threadIdx.x < size) cluster.map_shared_rank(sums[buffer], threadIdx.x)[rank] = a;
    cluster.barrier_arrive();
    fetch(row + step, buffer ^ 1);  // not before: barrier_arrive() waits for what is in flight
    cluster.barrier_wait();         // all blocks' sums have arrived
    a = of_warp(threadIdx.x % 32 < size ? sums[buffer][threadIdx.x % 32] : Sum());
    const float factor = __expf(max - a.max) / a.sum;
    for (int i = threadIdx.x; i < part; i += kBlock) {
      out[place_of(row) + i] = times(values[i], factor);
    }
  }
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
        "two passes", [&] { two_passes<<<rows, kBlock>>>(in, out, n4); }, expected);
    const int held = kHeld * kBlock * sizeof(float4);
    if (n4 == 2 * kHeld * kBlock) {
      CHECK(cudaFuncSetAttribute(one_block, cudaFuncAttributeMaxDynamicSharedMemorySize, held));
      experiment.run(
          "one block: registers, shared", [&] { one_block<<<rows, kBlock, held>>>(in, out, n4); },
          expected);
    }
    for (const int size : {2, 4, 8, 16}) {
      const int shared = 2 * length / size * static_cast<int>(sizeof(float));
      if (shared > most) continue;  // two parts of a row do not fit into a block's shared memory
      const int grid = std::min(active_clusters(size, kBlock, shared, one_pass), rows) * size;
      experiment.run(
          "a cluster of " + std::to_string(size),
          [&] {
            launch_in_clusters(size, grid, kBlock, shared, one_pass, static_cast<const float4*>(in),
                               out, n4, rows);
          },
          expected);
    }
    ok &= experiment.finish();
  }
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return verdict(ok);
}
