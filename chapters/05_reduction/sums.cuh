// The sums of reduce_single_pass and reduce_cooperative: of a thread, a warp, a block, and of the blocks' sums.
#pragma once

#include <cuda_runtime.h>

constexpr int kBlock = 512, kLoads = 4;  // as measured: enough bytes in flight, few blocks
constexpr int kTile = kBlock * kLoads;   // float4

// The blocks walk over the input in tiles. A thread has kLoads float4 of a tile in flight.
__device__ inline float sum_of_thread(const float* in, int n) {
  const auto* in4 = reinterpret_cast<const float4*>(in);
  const int n4 = n / 4, stride = gridDim.x * kTile;
  const int rest = 4 * n4 + blockIdx.x * kBlock + threadIdx.x;  // up to 3 floats fill no float4
  float sum = rest < n && rest < 4 * n4 + 4 ? in[rest] : 0;
  int i = blockIdx.x * kTile + threadIdx.x;
  float4 v[kLoads];
  for (; i + (kLoads - 1) * kBlock < n4; i += stride) {
#pragma unroll
    for (int k = 0; k < kLoads; ++k) v[k] = in4[i + k * kBlock];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) sum += (v[k].x + v[k].y) + (v[k].z + v[k].w);
  }
#pragma unroll
  for (int k = 0; k < kLoads; ++k) {  // the last tile may be cut off
    v[k] = i + k * kBlock < n4 ? in4[i + k * kBlock] : make_float4(0, 0, 0, 0);
  }
#pragma unroll
  for (int k = 0; k < kLoads; ++k) sum += (v[k].x + v[k].y) + (v[k].z + v[k].w);
  return sum;
}

// The sum of a warp, in lane 0: __shfl_down_sync reads a register of another lane (chapter 06).
__device__ inline float sum_of_warp(float sum) {
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(~0u, sum, offset);
  return sum;
}

// The sum of the block's values, in thread 0. A barrier has to lie between two calls.
__device__ inline float sum_of_block(float sum) {
  __shared__ float sums[kBlock / 32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  sum = sum_of_warp(sum);
  if (lane == 0) sums[warp] = sum;
  __syncthreads();
  if (warp == 0) sum = sum_of_warp(lane < kBlock / 32 ? sums[lane] : 0);
  return sum;
}

// The sum of one value per block, in thread 0.
__device__ inline float sum_of_sums(const float* sums) {
  float sum = 0;
  for (int b = threadIdx.x; b < static_cast<int>(gridDim.x); b += kBlock) sum += sums[b];
  return sum_of_block(sum);
}
