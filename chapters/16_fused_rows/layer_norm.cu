// Chapter 16 · layer_norm
//
// Layer normalisation of every row: (x - mean) / sqrt(variance + epsilon) * gain + bias. A variance
// can be had in one pass, but numbers far from 0 show which formulas bear it: rows with a mean of
// about 0 are followed by the same ones with about 10000 added.
//
//   layer_norm [--size N] [--length L]      N floats in all, default 2^16 on the CPU backend, 2^26 on a
//                                           GPU; in rows of L, default 1024
#include "layer_norm.cuh"
#include "layer_norm_kernels.cuh"

// What is known of some values: how many there are, their mean, and the sum of (value - mean)^2.
struct Moments {
  float count = 0, mean = 0, squares = 0;
};

// Welford's way to add a value, for two sets of values (Chan, Golub, LeVeque): no large sum occurs.
__device__ Moments combine(Moments a, Moments b) {
  const float count = a.count + b.count, distance = b.mean - a.mean;
  if (count == 0) return a;
  return {count, a.mean + distance * (b.count / count),
          a.squares + b.squares + distance * distance * (a.count * b.count / count)};
}

__device__ Moments of_warp(Moments a) {
  for (int offset = 16; offset > 0; offset /= 2) {
    a = combine(a, {__shfl_xor_sync(~0u, a.count, offset), __shfl_xor_sync(~0u, a.mean, offset),
                    __shfl_xor_sync(~0u, a.squares, offset)});
  }
  return a;
}

__device__ float normal(float x, float mean, float variance, float gain, float bias) {
  return (x - mean) * rsqrtf(variance + kEpsilon) * gain + bias;
}

// A warp has a row in every kernel. The sum and the sum of squares in one pass: two large numbers whose
// difference is small. What is lost by rounding may even be negative.
__global__ void sum_of_squares(const float* in, const float* gain, const float* bias, float* out,
                               int rows, int n) {
  const int row = (blockIdx.x * kBlock + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  in += 1LL * row * n, out += 1LL * row * n;
  float sum = 0, squares = 0;
  for (int i = lane; i < n; i += 32) {
    const float x = in[i];
    sum += x, squares += x * x;
  }
  const float mean = sum_of_warp(sum) / n;
  const float variance = fmaxf(sum_of_warp(squares) / n - mean * mean, 0);
  for (int i = lane; i < n; i += 32) out[i] = normal(in[i], mean, variance, gain[i], bias[i]);
}

// The definition: first the mean, then the squares of the distances to it. A third pass writes.
__global__ void mean_first(const float* in, const float* gain, const float* bias, float* out,
                           int rows, int n) {
  const int row = (blockIdx.x * kBlock + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  in += 1LL * row * n, out += 1LL * row * n;
  float sum = 0, squares = 0;
  for (int i = lane; i < n; i += 32) sum += in[i];
  const float mean = sum_of_warp(sum) / n;
  for (int i = lane; i < n; i += 32) {
    const float distance = in[i] - mean;
    squares += distance * distance;
  }
  const float variance = sum_of_warp(squares) / n;
  for (int i = lane; i < n; i += 32) out[i] = normal(in[i], mean, variance, gain[i], bias[i]);
}

// Welford: mean and squares in the same pass, and the one that writes.
__global__ void welford(const float* in, const float* gain, const float* bias, float* out, int rows,
                        int n) {
  const int row = (blockIdx.x * kBlock + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  in += 1LL * row * n, out += 1LL * row * n;
  Moments a;
  for (int i = lane; i < n; i += 32) {
    const float x = in[i], distance = x - a.mean;
    a.count += 1;
    a.mean += distance / a.count;
    a.squares += distance * (x - a.mean);  // the distance to the old mean times that to the new one
  }
  a = of_warp(a);
  const float variance = a.squares / n;
  for (int i = lane; i < n; i += 32) out[i] = normal(in[i], a.mean, variance, gain[i], bias[i]);
}

// The row stays in registers, where a further pass reads no memory: the definition is the best way again.
__global__ void kept_row(const float* in, const float* gain, const float* bias, float* out,
                         int rows, int n) {
  const int row = (blockIdx.x * kBlock + threadIdx.x) / 32;
  if (row < rows) normalise_row(in + 1LL * row * n, gain, bias, out + 1LL * row * n, n);
}

// The same with 16 bytes per load and store: a quarter of the requests. n is a multiple of 4.
__global__ void kept_row_by_four(const float* in, const float* gain, const float* bias, float* out,
                                 int rows, int n) {
  const int row = (blockIdx.x * kBlock + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  const auto* const in4 = reinterpret_cast<const float4*>(in + 1LL * row * n);
  const auto* const gain4 = reinterpret_cast<const float4*>(gain);
  const auto* const bias4 = reinterpret_cast<const float4*>(bias);
  auto* const out4 = reinterpret_cast<float4*>(out + 1LL * row * n);
  float4 x[kKept / 4];
  float sum = 0, squares = 0;
#pragma unroll
  for (int k = 0; k < kKept / 4; ++k) {
    x[k] = lane + 32 * k < n / 4 ? in4[lane + 32 * k] : float4{};
    sum += (x[k].x + x[k].y) + (x[k].z + x[k].w);
  }
  const float mean = sum_of_warp(sum) / n;
#pragma unroll
  for (int k = 0; k < kKept / 4; ++k) {
    if (lane + 32 * k >= n / 4) continue;
    x[k] = {x[k].x - mean, x[k].y - mean, x[k].z - mean, x[k].w - mean};
    squares += x[k].x * x[k].x + x[k].y * x[k].y + x[k].z * x[k].z + x[k].w * x[k].w;
  }
  const float scale = rsqrtf(sum_of_warp(squares) / n + kEpsilon);
#pragma unroll
  for (int k = 0; k < kKept / 4; ++k) {
    const int i = lane + 32 * k;
    if (i >= n / 4) continue;
    const float4 g = gain4[i], b = bias4[i];
    out4[i] = {x[k].x * scale * g.x + b.x, x[k].y * scale * g.y + b.y, x[k].z * scale * g.z + b.z,
               x[k].w * scale * g.w + b.w};
  }
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Layer normalisation, with four ways to a variance.",
                        {length_option()});
  return verdict(compare_norms(options, [](const auto& run) {
    run("sum of squares", sum_of_squares, false);
    run("mean first", mean_first, true);
    run("Welford", welford, true);
    run("a warp keeps the row", kept_row, true);
    run("a warp keeps the row, float4", kept_row_by_four, true, 4);
  }));
}
