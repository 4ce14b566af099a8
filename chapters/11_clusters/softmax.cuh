// Softmax of long rows: e^(x - max) / sum of all e^(x - max). What cluster_softmax and softmax_ahead share: sums
// of a block, the way in two passes, and the host's.
#pragma once

#include "tutorial.cuh"

constexpr int kBlock = kCountsInsteadOfTimes ? 128 : 1024;

// The maximum of some values and the sum of e^(value - maximum): two such pairs make one.
struct Sum {
  float max = -1e30f, sum = 0;
};

__device__ inline Sum combine(Sum a, Sum b) {
  const float max = fmaxf(a.max, b.max);
  return {max, a.sum * __expf(a.max - max) + b.sum * __expf(b.max - max)};
}

__device__ inline Sum of_warp(Sum a) {
  for (int offset = 16; offset > 0; offset /= 2) {
    a = combine(a, {__shfl_xor_sync(~0u, a.max, offset), __shfl_xor_sync(~0u, a.sum, offset)});
  }
  return a;
}

// All threads get the result.
__device__ inline Sum of_block(Sum a) {
  __shared__ Sum sums[kBlock / 32];
  a = of_warp(a);
  __syncthreads();  // the last result has been read
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = a;
  __syncthreads();
  return of_warp(threadIdx.x % 32 < blockDim.x / 32 ? sums[threadIdx.x % 32] : Sum());
}

__device__ inline float max_of(float4 v) { return fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)); }
__device__ inline float4 exp_of(float4 v, float max) {
  return make_float4(__expf(v.x - max), __expf(v.y - max), __expf(v.z - max), __expf(v.w - max));
}
__device__ inline float sum_of(float4 v) { return (v.x + v.y) + (v.z + v.w); }
__device__ inline float4 times(float4 v, float f) {
  return make_float4(v.x * f, v.y * f, v.z * f, v.w * f);
}

// Maximum and sum in one read: when the maximum grows, the sum so far is scaled down. The second read goes back
// if it may: it begins with what was read last.
template <bool kGoesBack = false>
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
  for (int k = threadIdx.x; k < n4; k += kBlock) {
    const int i = kGoesBack ? n4 - 1 - k : k;
    out[i] = times(exp_of(in[i], a.max), factor);
  }
}

// In double precision, row by row.
inline std::vector<float> softmax_of(const std::vector<float>& input, int length) {
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

// For rows of several lengths: ways(run, in, out, rows, n4) calls run(name, launch) for each way to compute `rows`
// rows of n4 float4 each. Returns whether all results were right.
template <class Ways>
bool compare_softmax(const Options& options, const Ways& ways) {
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
  bool ok = true;
  for (const int length : lengths) {
    const int rows = n / length;
    const std::vector<float> expected = softmax_of(input, length);
    Experiment experiment(std::to_string(rows) + " rows of " + std::to_string(length),
                          reinterpret_cast<float*>(out), n, 8.0 * n, {.relative = 1e-4});
    experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kOfPeer,
                     Column::kLoadRequests});
    experiment.show_count("remote requests", "%.0f", &Counters::distributed_requests);
    experiment.compare_with("two passes", "× two passes");
    const auto run = [&](const std::string& name, const auto& launch) {
      experiment.run(name, launch, expected);
    };
    ways(run, static_cast<const float4*>(in), out, rows, length / 4);
    ok &= experiment.finish();
  }
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return ok;
}

// Bytes of dynamic shared memory that a block can have: more do not fit beside what the kernels here have anyway.
inline int most_shared() {
  return device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) - 1024;
}
