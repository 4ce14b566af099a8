// The kernels with which a network trains a layer normalisation: y = z * gain + bias, with z = (x - mean) * scale in
// every row. They need nothing but CUDA, so that the operator for PyTorch (pytorch/) has them from here.
#pragma once

#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr int kKept = 32;    // floats of a row that a lane can keep in registers
constexpr int kColumns = 4;  // of a thread, backwards
constexpr float kEpsilon = 1e-5f;

__device__ inline float sum_of_warp(float a) {
  for (int offset = 16; offset > 0; offset /= 2) a += __shfl_xor_sync(~0u, a, offset);
  return a;
}

// A warp keeps its row in registers, where a further pass reads no memory: the mean, then the squares of the distances
// to it, then the results. Returns the mean and the scale.
__device__ inline float2 normalise_row(const float* in, const float* gain, const float* bias,
                                       float* out, int n) {
  const int lane = threadIdx.x % 32;
  float x[kKept], sum = 0, squares = 0;
#pragma unroll
  for (int k = 0; k < kKept; ++k) {
    x[k] = lane + 32 * k < n ? in[lane + 32 * k] : 0;
    sum += x[k];
  }
  const float mean = sum_of_warp(sum) / n;
#pragma unroll
  for (int k = 0; k < kKept; ++k) {
    if (lane + 32 * k < n) squares += (x[k] - mean) * (x[k] - mean);
  }
  const float scale = rsqrtf(sum_of_warp(squares) / n + kEpsilon);
#pragma unroll
  for (int k = 0; k < kKept; ++k) {
    const int i = lane + 32 * k;
    if (i < n) out[i] = (x[k] - mean) * scale * gain[i] + bias[i];
  }
  return {mean, scale};
}

// What the forward pass had and found out, and the gradient of its results.
struct Given {
  const float *x, *mean, *scale, *gain, *dy;
};

// The sums of two values over a block, for all threads.
__device__ inline float2 of_block(float2 a) {
  __shared__ float2 sums[kBlock / 32];
  for (int offset = 16; offset > 0; offset /= 2) {
    a.x += __shfl_xor_sync(~0u, a.x, offset);
    a.y += __shfl_xor_sync(~0u, a.y, offset);
  }
  __syncthreads();  // the last result has been read
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = a;
  __syncthreads();
  a = sums[0];
  for (int k = 1; k < kBlock / 32; ++k) a.x += sums[k].x, a.y += sums[k].y;
  return a;
}

// How the sums down the columns are made.
enum class Way { kAtomicPerElement, kAtomicPerBlock, kPartialSums };

// A block has row after row. A thread has the same columns of all of them, so it can keep their sums in registers until
// its last row: then it adds them to those of other blocks, or writes them down for a second kernel.
template <Way kWay>
__global__ void backward(Given given, float* dx, float* dgain, float* dbias, int rows, int n) {
  float gain[kColumns], gain_sum[kColumns] = {}, bias_sum[kColumns] = {};
#pragma unroll
  for (int k = 0; k < kColumns; ++k) {
    const int column = threadIdx.x + k * kBlock;
    gain[k] = column < n ? given.gain[column] : 0;
  }
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    const long long first = 1LL * row * n;
    const float mean = given.mean[row], scale = given.scale[row];
    float z[kColumns], dz[kColumns];
    float2 sums = {0, 0};
#pragma unroll
    for (int k = 0; k < kColumns; ++k) {
      const int column = threadIdx.x + k * kBlock;
      if (column >= n) continue;
      const float dy = given.dy[first + column];
      z[k] = (given.x[first + column] - mean) * scale;
      dz[k] = dy * gain[k];
      sums.x += dz[k], sums.y += dz[k] * z[k];
      if constexpr (kWay == Way::kAtomicPerElement) {
        atomicAdd(&dgain[column], dy * z[k]);
        atomicAdd(&dbias[column], dy);
      } else {
        gain_sum[k] += dy * z[k], bias_sum[k] += dy;
      }
    }
    sums = of_block(sums);
#pragma unroll
    for (int k = 0; k < kColumns; ++k) {
      const int column = threadIdx.x + k * kBlock;
      if (column >= n) continue;
      dx[first + column] = (dz[k] - (sums.x + z[k] * sums.y) / n) * scale;
    }
  }
#pragma unroll
  for (int k = 0; k < kColumns; ++k) {
    const int column = threadIdx.x + k * kBlock;
    if (column >= n) continue;
    if constexpr (kWay == Way::kAtomicPerBlock) {
      atomicAdd(&dgain[column], gain_sum[k]);
      atomicAdd(&dbias[column], bias_sum[k]);
    } else if constexpr (kWay == Way::kPartialSums) {
      dgain[blockIdx.x * n + column] = gain_sum[k];  // a row of partial sums for each block
      dbias[blockIdx.x * n + column] = bias_sum[k];
    }
  }
}

// A thread per column adds up the blocks' sums, in the same order every time.
__global__ void add_columns(const float* parts, float* sums, int blocks, int n) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= n) return;
  float sum = 0;
  for (int block = 0; block < blocks; ++block) sum += parts[1LL * block * n + column];
  sums[column] = sum;
}
